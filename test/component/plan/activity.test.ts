import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JournalEntry } from '#shared/contract/journal.ts';
import { click, fill } from '../click.ts';
import { sampleJob, sampleProfile } from '../samples.ts';
import { violations } from '../axe.ts';
import { callsOf, openWindow } from '../shell/window.ts';
import { sampleWrites } from '../fake-writes.ts';

const entry = (id: number, over: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ id, planId: 'plan 1', profileId: 'p1', instance: 'git.corp.example', op: 'runners.edit' },
  ...{ who: 'token ab12, Corp', user: 'root' },
  ...{
    label: `runner ${id}`,
    method: 'PUT',
    path: `/runners/${id}`,
    state: 'applied',
    status: 200,
    reportedMessage: null,
  },
  ...{ intendedAt: Date.now() - id * 1_000, endedAt: Date.now(), requestId: `req-${id}` },
  ...{ changes: [{ field: 'paused', before: false, after: true, isSecret: false }], undo: { kind: 'exact' } },
  ...{ undoneBy: null, undoOf: null },
  ...over,
});
const gone = { kind: 'none' as const, why: 'this API creates no users' };
const journal = [
  entry(4),
  entry(3, { state: 'refused', status: 403, reportedMessage: '403 Forbidden' }),
  entry(2, { op: 'enterprise-users.remove', label: 'yuki', method: 'DELETE', changes: [], undo: gone }),
  entry(1, { undoneBy: 'plan 9' }),
];
const grid = (): ReturnType<typeof page.getByRole> => page.getByRole('grid', { name: 'Journal, newest first' });
const names = (): string[] =>
  [...document.querySelectorAll('[data-column="label"] bdi')].map(({ textContent }) => textContent ?? '');

test('the journal can be filtered by words, outcome and whether an entry can be undone', async () => {
  await openWindow({ path: '/activity/journal', world: { writes: sampleWrites({ journal }) } });
  await expect.poll(names).toEqual(['runner 4', 'runner 3', 'yuki', 'runner 1']);
  await fill(page.getByRole('textbox', { name: 'Filter journal' }), 'yuki');
  await expect.poll(names).toEqual(['yuki']);
  await fill(page.getByRole('textbox', { name: 'Filter journal' }), '');
  await click(page.getByRole('checkbox', { name: 'Can be undone' }));
  await expect.poll(names).toEqual(['runner 4']);
  await click(page.getByRole('checkbox', { name: 'Can be undone' }));
  await click(page.getByRole('combobox', { name: 'Outcome' }));
  await click(page.getByRole('option', { name: 'Refused' }));
  await expect.poll(names).toEqual(['runner 3']);
});

test('the bar says how many selected entries a new search does not show', async () => {
  await openWindow({ path: '/activity/journal', world: { writes: sampleWrites({ journal }) } });
  await expect.poll(names).toEqual(['runner 4', 'runner 3', 'yuki', 'runner 1']);
  const bar = page.getByRole('region', { name: 'Selected rows' });
  grid().element().focus();
  await userEvent.keyboard('jxjx');
  await expect.element(bar.getByText('2 selected', { exact: true })).toBeVisible();
  await fill(page.getByRole('textbox', { name: 'Filter journal' }), 'yuki');
  await expect.element(bar.getByText('2 selected, 2 not shown')).toBeVisible();
});

test('a link can show only the entries about a person, and the chip removes this filter', async () => {
  const core = await openWindow({ path: '/activity/journal?person=417', world: { writes: sampleWrites({ journal }) } });
  await expect.poll(() => callsOf(core, 'journal.list').at(-1)).toMatchObject({ query: { person: 417 } });
  await click(page.getByRole('button', { name: /^Remove.*About person 417/ }));
  await expect.poll(() => callsOf(core, 'journal.list').at(-1)).not.toHaveProperty('query.person');
});

test('at 1280 pixels the controls above the journal fit on one line, also with several instances', async () => {
  const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];
  await openWindow({ path: '/activity/journal', world: { writes: sampleWrites({ journal }), profiles } });
  await expect.element(page.getByRole('row', { name: /runner 4/ })).toBeVisible();
  const toolbar = page.getByRole('toolbar').element();
  const middles = [...toolbar.querySelectorAll('button, input[type=text], p')].map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  });
  expect(middles.length).toBeGreaterThan(6);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(12);
  expect(toolbar.scrollWidth).toBeLessThanOrEqual(toolbar.clientWidth);
});

test('an entry shows all its data, and why it cannot be undone', async () => {
  await openWindow({ path: '/activity/journal/2', world: { writes: sampleWrites({ journal }) } });
  const panel = page.getByRole('complementary', { name: 'Journal entry of yuki' });
  await expect.element(panel.getByText('Can’t be undone: this API creates no users').first()).toBeVisible();
  await expect.element(panel.getByText('req-2')).toBeVisible();
  await expect
    .element(panel.getByRole('button', { name: 'Undo', exact: true }))
    .toHaveAttribute('aria-disabled', 'true');
  await click(page.getByRole('row', { name: /runner 3/ }));
  await expect
    .element(page.getByRole('complementary', { name: 'Journal entry of runner 3' }).getByText('403 Forbidden'))
    .toBeVisible();
});

test('the menu of an entry offers undo, or says why the entry cannot be undone', async () => {
  const core = await openWindow({ path: '/activity/journal', world: { writes: sampleWrites({ journal }) } });
  const undoOf = async (label: RegExp) => {
    await userEvent.click(page.getByRole('row', { name: label }), { button: 'right' });
    const item = page.getByRole('menuitem', { name: /^Undo/ });
    await expect.element(item).toBeVisible();
    return item;
  };
  await expect.element(await undoOf(/runner 4/)).not.toHaveAttribute('aria-disabled', 'true');
  for (const [label, why] of [
    [/runner 3/, /The change wasn’t applied/],
    [/yuki/, /this API creates no users/],
    [/runner 1/, /Already undone/],
  ] as const) {
    await userEvent.keyboard('{Escape}');
    const item = await undoOf(label);
    await expect.element(item).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('menu').getByText(why)).toBeVisible();
    await userEvent.click(item, { force: true });
  }
  expect(core.calls.filter(({ verb }) => verb === 'changes.undo')).toEqual([]);
});

test('journal and changes have no finding of axe', async () => {
  const core = await openWindow({ path: '/activity/journal/3', world: { writes: sampleWrites({ journal }) } });
  await expect.element(page.getByRole('complementary')).toBeVisible();
  await expect.element(grid()).toBeVisible();
  expect(await violations()).toEqual([]);
  const plan = core.session.client.changes.plan({
    calls: [
      { op: 'runners.edit', path: { id: 1 } },
      { op: 'runners.edit', path: { id: 2 } },
    ],
  });
  await plan;
  await click(page.getByRole('tab', { name: 'Plans' }));
  await expect.element(page.getByText('Edit 2 runners')).toBeVisible();
  expect(await violations()).toEqual([]);
  await click(page.getByRole('button', { name: 'Open', exact: true }));
  await expect.element(page.getByRole('dialog', { name: 'Edit 2 runners' })).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await click(page.getByRole('button', { name: 'Discard', exact: true }));
  await expect.element(page.getByText('No plans yet.')).toBeVisible();
});

test('an invalid plan file shows an error, and a valid one opens as a draft', async () => {
  await openWindow({ path: '/activity/plans', world: { writes: sampleWrites() } });
  await expect.element(page.getByText('No plans yet.')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no file input');
  const choose = (text: string): void => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'plan.json', { type: 'application/json' }));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('nonsense');
  await expect.element(page.getByText('Couldn’t open the plan file')).toBeVisible();
  choose(JSON.stringify({ calls: [{ op: 'runners.edit', path: { id: 1 }, body: { paused: true } }] }));
  await expect.element(page.getByRole('dialog', { name: 'Edit 1 runner' })).toBeVisible();
});

test('a single write that could not be sent is shown as not sent, with the reason', async () => {
  const core = await openWindow({ path: '/activity/plans', world: { writes: sampleWrites() } });
  const plan = await core.session.client.changes.plan({ calls: [{ op: 'runners.edit', path: { id: 1 } }] });
  const failure = { code: 'offline', message: 'PUT: ECONNREFUSED', reason: 'connection-refused' };
  const unsent = { ...plan, state: 'cancelled' as const, finishedAt: Date.now(), counts: { skipped: 1 }, failure };
  core.emit('changes', 'changed', { plans: [unsent] });
  const row = page.getByRole('listitem').filter({ hasText: 'Edit 1 runner' });
  await expect.element(row.getByText('Not sent')).toBeVisible();
  await expect.element(row.getByText(/refused the connection/)).toBeVisible();
  await expect.element(row.getByText('Canceled')).not.toBeInTheDocument();
});

test('the job of a plan opens the plan, and no other job has this button', async () => {
  const core = await openWindow({ path: '/activity', world: { writes: sampleWrites(), jobs: [sampleJob()] } });
  const calls = [1, 2].map((id) => ({ op: 'runners.edit' as const, path: { id } }));
  const { id: planId } = await core.session.client.changes.plan({ calls });
  const job = sampleJob({ id: 'j2', kind: 'changes.apply', input: { planId }, state: 'done', finishedAt: Date.now() });
  core.emit('jobs', 'changed', { jobs: [job], removed: [] });
  const row = page.getByRole('listitem').filter({ hasText: 'Edit 2 runners' });
  await expect.element(row).toBeVisible();
  expect(page.getByRole('button', { name: 'Open', exact: true }).elements()).toHaveLength(1);
  await click(row.getByRole('button', { name: 'Open', exact: true }));
  await expect.element(page.getByRole('dialog', { name: 'Edit 2 runners' })).toBeVisible();
});

test('a job whose first request failed does not say that it sent none', async () => {
  const failed = { rows: 0, requests: 0, state: 'waiting' } as const;
  await openWindow({ path: '/activity', world: { jobs: [sampleJob(failed), sampleJob({ id: 'j2', requests: 3 })] } });
  await expect.element(page.getByText(/ · 3 requests/)).toBeVisible();
  await expect.element(page.getByText(/0 requests/)).not.toBeInTheDocument();
});
