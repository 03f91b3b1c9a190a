import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LeaverLine, Leaving } from '#shared/contract/leavers.ts';
import EnterpriseUsersPage from '../../../src-renderer/pages/enterprise-users/EnterpriseUsersPage.svelte';
import Leavers from '../../../src-renderer/pages/people/leaving/Leavers.svelte';
import SeveralPage from '../../../src-renderer/pages/people/leaving/SeveralPage.svelte';
import { violations } from '../axe.ts';
import { click, fill } from '../click.ts';
import { chooseFile } from '../code/controls.ts';
import { renderPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites } from '../fake-writes.ts';
import { cannotWrite, chosen, expectDisabled, run } from '../page-rig.ts';

const fact = <Kind extends string>(kind: Kind, count: number | null, ...labels: string[]) => ({
  ...{ kind, count, labels },
});

const leaving = (over: Partial<Leaving> = {}): Leaving => ({
  ...{ id: 417, kind: 'enterprise-user', name: 'Mara Lindgren', username: 'mara' },
  ends: [fact('memberships', 26), fact('administrator', 1), fact('keys', 2), fact('personal-tokens', null)],
  keeps: [fact('deploy-keys', 1), fact('group-tokens', 5, 'acme')],
  breaks: [fact('only-owner', 1, 'acme/billing'), fact('issues', 7), fact('merge-requests', null)],
  planned: [
    { kind: 'add-owner', scope: 'project:7', label: 'acme/billing' },
    { kind: 'remove-enterprise-user', scope: 'group:9', label: 'acme' },
    { kind: 'delete-service-account', scope: 'group:9', label: 'acme' },
  ],
  manual: [
    { kind: 'block', count: 1, links: ['https://git.corp.example/mara'] },
    { kind: 'delete-keys', count: 2, links: [] },
  ],
  ...over,
});

const noGaps = {
  list: () => ({ total: 0, isCapped: false, from: 0, revision: 1, queryMs: 1, places: 0, counts: {}, rows: [] }),
};
const typed = () =>
  sampleWrites({
    confirmation: ([first]) => (first?.op === 'members.create' ? { kind: 'plan' } : { kind: 'name', name: 'mara' }),
  });

function section(person = leaving(), world: Partial<FakeWorld> = {}, coverage: FakeAnswers['coverage'] = noGaps) {
  return renderPage(Leavers, {
    hasPlans: true,
    props: { ids: [person.id], isAlone: true },
    world: { writes: typed(), ...world },
    answers: { coverage, leavers: { leaving: () => ({ people: [person] }) } },
  });
}
const stepsOfReeve = [
  'Add another Owner to acme/billing',
  'Delete the enterprise user of acme',
  'Delete the service account of acme',
];
const box = (name: string) => page.getByRole('checkbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
/** Click a button of the plan with this text. */
async function inPlan(text: string): Promise<void> {
  const found = (): Element | undefined =>
    [...document.querySelectorAll('[role="dialog"] button')].findLast((one) => one.textContent.trim() === text);
  await expect.poll(found).toBeDefined();
  await click(found() as Element);
}

test('the section says what ends, keeps working and breaks, and what the API can’t do', async () => {
  await section();
  for (const text of [
    /^26 known memberships, 1 administrator role, 2 looked-up SSH keys, personal access tokens \(not listed by this API\)/,
    /1 looked-up deploy key, 5 service account tokens \(acme\)/,
    /1 project without another known Owner \(acme\/billing\), 7 open issues by this person, open merge requests by this person \(never synced\)/,
    /can neither block a user nor remove a member/,
  ])
    await expect.element(page.getByText(text)).toBeVisible();
});

test('no step is selected at the start, and nothing is planned without one', async () => {
  const { calls } = await section();
  for (const name of stepsOfReeve) await expect.element(box(name)).not.toBeChecked();
  await expectDisabled(button('Review…'), 'Select a step under “By Reeve” first.');
  expect(calls('changes.plan')).toEqual([]);
});

test('each deletion has its own plan and its own confirmation, after the plan of the new Owners', async () => {
  const { calls } = await section();
  for (const name of stepsOfReeve) await click(box(name));
  await expectDisabled(button('Review…'), 'Enter the new Owner first.');
  await fill(page.getByRole('textbox', { name: 'New Owner' }), 'otto');
  await click(button('Review…'));
  await inPlan('Add an Owner to 1 project');
  await expect.poll(() => document.querySelector('[role="dialog"]')?.textContent).toContain('Delete Mara Lindgren');
  await fill(dialog.getByRole('textbox'), 'mara');
  await inPlan('Delete Mara Lindgren');
  await expect.poll(() => calls('changes.plan')).toHaveLength(3);
  await expect.poll(() => document.querySelector<HTMLInputElement>('[data-confirm]')?.value).toBe('');
  const planned = (calls('changes.plan') as { calls: object[] }[]).map((one) => one.calls);
  expect(planned).toMatchObject([
    [{ op: 'members.create', path: { id: 7 }, body: { username: 'otto', access_level: 50 } }],
    [{ op: 'enterprise-users.remove', path: { id: 9, user_id: 417 } }],
    [{ op: 'group-service-accounts.remove', path: { id: 9, user_id: 417 } }],
  ]);
  expect(calls('changes.apply')).toHaveLength(2);
});

test('if two Owners of the same project leave, the new Owner is added once', async () => {
  const { calls } = await renderPage(Leavers, {
    hasPlans: true,
    props: { ids: [417, 418], isAlone: true },
    world: { writes: typed() },
    answers: { coverage: noGaps, leavers: { leaving: ({ ids }) => ({ people: ids.map((id) => leaving({ id })) }) } },
  });
  for (const at of [0, 1]) await click(box('Add another Owner to acme/billing').nth(at));
  await fill(page.getByRole('textbox', { name: 'New Owner' }), 'otto');
  await click(button('Review…'));
  await expect.element(dialog).toMatchTextContent('Add an Owner to 1 project');
  expect(calls('changes.plan')).toMatchObject([{ calls: { length: 1 } }]);
});

test('if the plan of the new Owners is canceled, no deletion is offered', async () => {
  const { calls, press } = await section();
  for (const name of ['Add another Owner to acme/billing', 'Delete the enterprise user of acme'])
    await click(box(name));
  await fill(page.getByRole('textbox', { name: 'New Owner' }), 'otto');
  await click(button('Review…'));
  await expect.element(dialog).toMatchTextContent('Add an Owner to 1 project');
  await press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls('changes.plan')).toHaveLength(1);
});

test.each(cannotWrite)('%s, no plan can be reviewed', async (_, world, reason) => {
  await section(leaving(), world);
  await click(box('Delete the enterprise user of acme'));
  await expectDisabled(button('Review…'), reason);
});

test('the checklist is Markdown in which names are no markup', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await section(leaving({ name: '[x](https://evil.example)' }));
  await click(button('Copy checklist'));
  const [text = ''] = copied.mock.lastCall ?? [];
  expect(text).toContain(String.raw`## \[x\](https://evil.example) (@mara, ID 417)`);
  expect(text).toContain('- [ ] Block the account.');
  expect(text).toContain('  - [ ] <https://git.corp.example/mara>');
});

test('the checklist names the places from which a list was not synced', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await section(leaving(), {}, { list: () => ({ ...noGaps.list(), counts: { complete: 4, never: 2 } }) });
  await expect.element(page.getByText(/2 projects were never synced/)).toBeVisible();
  await click(button('Copy checklist'));
  expect(copied.mock.lastCall?.[0]).toContain('2 projects were never synced.');
});

test('if the coverage can’t be loaded, the checklist says that missing places are unknown', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await section(leaving(), {}, { list: () => Promise.reject(new Error('broken')) });
  await expect.element(page.getByText('Reeve couldn’t find out which places are missing here.').first()).toBeVisible();
  await click(button('Copy checklist'));
  expect(copied.mock.lastCall?.[0]).toContain('Reeve couldn’t find out which places are missing here.');
});

test('a step by hand says what to click, and its link opens the page in the browser', async () => {
  const { calls } = await section();
  await expect.element(page.getByText(/^Block the account. As an administrator, open the Admin area/)).toBeVisible();
  await click(page.getByRole('link', { name: 'https://git.corp.example/mara' }));
  await expect.poll(() => calls('host.openWeb')).toHaveLength(1);
});

const line = (over: Partial<LeaverLine>): LeaverLine => ({
  ...{ line: 1, text: 'mara', group: 'matched', reason: null },
  ...{ candidates: [{ id: 417, name: 'Mara Lindgren', username: 'mara' }] },
  ...over,
});

test('the lines of a pasted list are in four groups, and the matched people are in the address', async () => {
  const { calls, stores, show } = await renderPage(SeveralPage, {
    path: '/people',
    answers: {
      coverage: noGaps,
      leavers: {
        leaving: ({ ids }) => ({ people: ids.map((id) => leaving({ id })) }),
        match: () => ({
          header: ['email'],
          counts: { matched: 1, ambiguous: 1, unknown: 1, unmatchable: 1 },
          lines: [
            line({}),
            line({ line: 2, text: 'twin', group: 'ambiguous', reason: 'several' }),
            line({ line: 3, text: 'ghost', group: 'unknown', candidates: [] }),
            line({ line: 4, text: 'x@y', group: 'unmatchable', reason: 'hidden-emails', candidates: [] }),
          ],
          people: [417],
          peopleCount: 1,
        }),
      },
    },
  });
  await expectDisabled(button('Find these people'), 'Paste or open a list first.');
  await fill(page.getByRole('textbox', { name: 'Email addresses, usernames or IDs' }), 'email\nmara\n');
  await click(button('Find these people'));
  await expect.element(page.getByRole('table', { name: 'Matched' })).toMatchTextContent('Mara Lindgren');
  await click(page.getByRole('button', { name: /^Ambiguous/ }));
  await expect
    .element(page.getByRole('table', { name: 'Ambiguous' }))
    .toMatchTextContent('Several accounts have this value.');
  await click(page.getByRole('button', { name: /^Unknown/ }));
  await expect
    .element(page.getByRole('table', { name: 'Unknown' }))
    .toMatchTextContent(/ghost.*No synced account has these values/);
  await click(page.getByRole('button', { name: /^Can’t be matched/ }));
  await expect
    .element(page.getByRole('table', { name: 'Can’t be matched' }))
    .toMatchTextContent('This token can’t see the email addresses of all users.');
  expect(await violations()).toEqual([]);
  expect(stores.route.query.get('ids')).toBe('417');
  expect(calls('leavers.leaving')).toMatchObject([{ ids: [417] }]);
  // After another page, the list and its result are still there, but not for other people
  await show(false);
  await show(true);
  await expect.element(page.getByRole('table', { name: 'Can’t be matched' })).toBeVisible();
  stores.route.navigate('/people?ids=418');
  await expect.element(page.getByRole('table', { name: 'Can’t be matched' })).not.toBeInTheDocument();
});

test('of a long list, the number of lines and people that are not shown is named', async () => {
  await renderPage(SeveralPage, {
    path: '/people',
    answers: {
      coverage: noGaps,
      leavers: {
        leaving: ({ ids }) => ({ people: ids.map((id) => leaving({ id })) }),
        match: () => ({
          ...{ header: null, lines: [line({})], people: [417], peopleCount: 95_000 },
          counts: { matched: 95_000, ambiguous: 0, unknown: 0, unmatchable: 0 },
        }),
      },
    },
  });
  await fill(page.getByRole('textbox', { name: 'Email addresses, usernames or IDs' }), 'mara');
  await click(button('Find these people'));
  await expect.element(page.getByText('94,999 more lines not shown')).toBeVisible();
  await expect.element(page.getByText(/^The first [\d,]+ of 95,000 people$/)).toBeVisible();
});

test('the people of a selection are a table, with the steps of each in its row and none selected', async () => {
  await renderPage(SeveralPage, {
    path: '/people?ids=417,418,x,417',
    answers: {
      coverage: noGaps,
      leavers: { leaving: ({ ids }) => ({ people: ids.map((id) => (id === 418 ? null : leaving({ id }))) }) },
    },
  });
  const table = page.getByRole('table', { name: 'People who leave' });
  await expect.element(table).toMatchTextContent('1 project without another known Owner (acme/billing)');
  await expect.element(page.getByText('1 ID isn’t in the cache')).toBeVisible();
  await click(page.getByRole('button', { name: '5 steps' }));
  await expect.element(box('Delete the enterprise user of acme')).not.toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Find these people' })).not.toBeInTheDocument();
});

test('a chosen file is the text of the list', async () => {
  await renderPage(SeveralPage, { path: '/people' });
  await chooseFile(page.getByLabelText('Or a CSV or text file'), new File(['email\nmara@corp.example'], 'leavers.csv'));
  await expect
    .element(page.getByRole('textbox', { name: 'Email addresses, usernames or IDs' }))
    .toHaveValue('email\nmara@corp.example');
});

test('the action of a list leads to the page about the selected people', async () => {
  const scope = 'group:42';
  const list = fakeList([{ id: 3, username: 'mara', name: 'Mara' }], { scope });
  const rendered = await renderPage(EnterpriseUsersPage, {
    path: '/enterprise-users',
    world: chosen(),
    answers: { enterpriseUsers: listAnswers<'enterpriseUsers'>(list) },
  });
  await rendered.table();
  await rendered.press('{Home}');
  const navigate = vi.spyOn(rendered.stores.route, 'navigate');
  await run(rendered, 'enterpriseUsers.leave');
  await expect.poll(() => navigate.mock.calls).toContainEqual(['/people?ids=3']);
});
