import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clicksLeftToBrowser } from '../browser-clicks.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';
import { click } from '../click.ts';
import { cell } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleWrites } from '../fake-writes.ts';
import { chosen } from '../page-rig.ts';
import { ask, pauseAll } from '../plan/rig.ts';
import { sampleProfile } from '../samples.ts';
import { openWindow } from '../shell/window.ts';

const scope = 'project:7';
const rosa = { id: 21, username: 'rosa', name: 'Rosa Vidal' };
const mei = { id: 22, username: 'mei', name: 'Mei Weber' };
const project = () => chosen({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'corp/api' });
const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
const panel = () => page.getByRole('complementary');
const isPicked = () => document.querySelector('[role="row"][aria-selected="true"]') !== null;

async function issues() {
  const rows = [
    { id: 1, iid: 1, project_id: 7, title: 'Broken link', state: 'opened', author: rosa, assignees: [mei, rosa] },
    { id: 2, iid: 2, project_id: 7, title: 'No author', state: 'opened', author: null, assignees: [] },
  ];
  await openWindow({
    path: '/issues',
    world: project(),
    answers: { issues: listAnswers<'issues'>(fakeList(rows, { scope })) },
  });
  await focusTable();
}

/** Focus the table after its first row is loaded. */
async function focusTable(): Promise<void> {
  await eventually(() => cell(0));
  document.querySelector<HTMLElement>('[role="grid"]')?.focus();
}
const press = (keys: string) => userEvent.keyboard(keys);

test('a click on the author of an issue opens the person; the row is neither opened nor selected', async () => {
  await issues();
  const link = cell(0, 'author').querySelector('a');
  expect([link?.textContent, link?.title, link?.tabIndex]).toEqual(['Rosa Vidal', '@rosa', -1]);
  await userEvent.click(link as HTMLElement);
  await expect.poll(() => location.hash).toBe('#/people/21');
  expect(isPicked()).toBe(false);
  await expect.element(panel()).not.toBeInTheDocument();
});

test('Ctrl+click on a person is left to the browser and selects no row', async () => {
  await issues();
  const isLeft = clicksLeftToBrowser();
  const ctrlClick = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  cell(0, 'author').querySelector('a')?.dispatchEvent(ctrlClick);
  expect(isLeft).toEqual([true]);
  expect(isPicked()).toBe(false);
});

test('by keyboard, the menu of a row leads to each person of the row once, and a row without people has no entry', async () => {
  await issues();
  await press('{ArrowDown}{Shift>}{F10}{/Shift}');
  await expect.element(menuItem('Open person: Mei Weber')).toBeVisible();
  expect(menuItem('Open person: Rosa Vidal').elements()).toHaveLength(1);
  await press('{Escape}{ArrowDown}{Shift>}{F10}{/Shift}');
  await expect.element(menuItem('Copy ID')).toBeVisible();
  expect(page.getByRole('menuitem', { name: /^Open person/ }).elements()).toEqual([]);
  await press('{Escape}');
  await press('{ArrowUp}{Shift>}{F10}{/Shift}');
  await click(menuItem('Open person: Mei Weber'));
  await expect.poll(() => location.hash).toBe('#/people/22');
});

test('Enter opens the side panel of a member, whose button and menu open the person, as does “Added by”', async () => {
  const member = { ...rosa, state: 'active', access_level: 30, is_direct: true, created_by: mei };
  const answers = { members: listAnswers<'members'>(fakeList([member], { scope })) };
  await openWindow({ path: '/members', world: project(), answers });
  await focusTable();
  await press('{ArrowDown}{Enter}');
  await expect.element(panel()).toBeVisible();
  const addedBy = () =>
    document.querySelector('aside a[href="#/people/22"], [role="complementary"] a[href="#/people/22"]');
  await expect.poll(() => addedBy()?.textContent).toMatch(/Mei Weber\s+@mei/);
  await click(panel().getByRole('button', { name: 'Open person', exact: true }));
  await expect.poll(() => location.hash).toBe('#/people/21');
});

test('a token leads to its service account, also if only the ID of the account is known', async () => {
  const token = { name: 'deploy', scopes: ['api'], active: true, revoked: false, created_at: '2026-01-01T00:00:00Z' };
  const rows = [
    { ...token, id: 1, user_id: 31, account_name: 'Deployer', account_username: 'deploy-bot' },
    { ...token, id: 2, user_id: 32, account_name: null, account_username: null },
  ];
  const group = chosen({ key: 1, kind: 'group', id: 5, ref: 5, scope: 'group:5', path: 'corp' });
  const answers = { accessTokens: listAnswers<'accessTokens'>(fakeList(rows, { scope: 'group:5' })) };
  await openWindow({ path: '/access-tokens', world: group, answers });
  await focusTable();
  const links = [0, 1].map((at) => cell(at, 'account').querySelector('a'));
  expect(links.map((link) => link?.getAttribute('href'))).toEqual(['#/people/31', '#/people/32']);
  expect(links[0]?.textContent).toBe('Deployer');
});

test('a row of a plan opens the person in another window, so that the plan stays', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const edit = { op: 'enterprise-users.edit', path: { id: 5, user_id: 41 }, body: { name: 'Rosa V.' } } as const;
  const found = () => ({ path: '/groups/5/enterprise_users/41' });
  await ask(pauseAll(1, { calls: [edit] }), { writes: { found, confirmation: () => ({ kind: 'plan' }) } });
  await click(page.getByRole('dialog').getByRole('button', { name: 'Open person in new window' }));
  expect(new URL(String(opened.mock.calls[0]?.[0])).hash).toBe('#/people/41');
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

const entry = (id: number, over: Partial<JournalEntry>): JournalEntry => ({
  ...{ id, planId: 'plan 1', profileId: 'p1', instance: 'git.corp.example', op: 'enterprise-users.edit' },
  ...{ who: 'token ab12, Corp', user: 'root', label: `Person ${id}`, method: 'PATCH', state: 'applied', status: 200 },
  ...{ path: `/groups/5/enterprise_users/${id}`, reportedMessage: null, requestId: null, undo: { kind: 'exact' } },
  ...{ intendedAt: Date.now() - id, endedAt: Date.now(), changes: [], undoneBy: null, undoOf: null },
  ...over,
});

test('a journal entry about a person leads to the person, but not if it is about another instance', async () => {
  const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];
  const journal = [entry(41, {}), entry(42, { profileId: 'p2' })];
  await openWindow({ path: '/activity/journal/42', world: { writes: sampleWrites({ journal }), profiles } });
  await expect.element(panel().getByRole('heading', { name: 'Person 42' })).toBeVisible();
  expect(panel().getByRole('link', { name: 'Open person' }).elements()).toEqual([]);
  await click(page.getByRole('gridcell', { name: /Person 41/ }).first());
  const link = panel().getByRole('link', { name: 'Open person' });
  await expect.element(link).toHaveAttribute('href', '#/people/41');
});
