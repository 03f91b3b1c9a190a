import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { Preferences } from '#shared/contract/host.ts';
import MembersPage from '../../../src-renderer/pages/members/MembersPage.svelte';
import { cell, renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'project:7';
const project = sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'corp/api' });

test('states of members are shown as words, and an unknown state unchanged', async () => {
  const states = ['active', 'awaiting', 'blocked', 'deactivated', 'ghosted', 'constructor'];
  const rows = states.map((state, at) => ({
    ...{ id: at + 1, username: `user${at}`, name: `User ${at}`, state, access_level: 30, is_direct: true },
  }));
  const { table } = await renderPage(MembersPage, {
    path: '/members',
    answers: { members: listAnswers<'members'>(fakeList(rows, { scope })) },
    world: {
      catalogue: [project],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
    },
  });
  await table();
  const stateTexts = ['Active', 'Awaiting', 'Blocked', 'Deactivated', 'ghosted', 'constructor'];
  for (const [at, word] of stateTexts.entries()) await expect.element(cell(at, 'state')).toHaveTextContent(word);
  await click(cell(2, 'member'));
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByText('Blocked', { exact: true })).toBeVisible();
});

test('the link of a row names its project, and opens the row there', async () => {
  const rows = [{ id: 41, username: 'ana', name: 'Ana', state: 'active', access_level: 30, is_direct: true }];
  const world = {
    catalogue: [project],
    preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
  };
  const answers = { members: listAnswers<'members'>(fakeList(rows, { scope })) };
  const { table } = await renderPage(MembersPage, { path: '/members', answers, world });
  await table();
  const link = cell(0, 'member').querySelector('a');
  expect(new URL(link?.href ?? '').searchParams.get('s')).toBe(scope);
  expect(new URL(link?.href ?? '').hash).toBe('#/members/41');
});

test('a link to a row in a scope that was not chosen last shows the scope and opens the row', async () => {
  const rows = [{ id: 41, username: 'ana', name: 'Ana', state: 'active', access_level: 30, is_direct: true }];
  const parameters = new URLSearchParams(location.search);
  parameters.set('i', 'p1');
  parameters.set('s', scope);
  history.replaceState(null, '', `${location.pathname}?${parameters}`);
  const answers = { members: listAnswers<'members'>(fakeList(rows, { scope })) };
  const { table } = await renderPage(MembersPage, { path: '/members/41', answers, world: { catalogue: [project] } });
  await table();
  await expect.element(page.getByRole('complementary').getByText('41', { exact: true })).toBeVisible();
});
