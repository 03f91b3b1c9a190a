import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { eventually } from '../eventually.ts';
import { Preferences } from '#shared/contract/host.ts';
import type { ListSummary } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { fullMoment } from '#shared/text/en/moments.ts';
import { hours, minutes } from '#shared/time.ts';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { listAnswers, type FakeList } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleConnection, sampleEntry, sampleJob } from '../samples.ts';
import { fakeRunners } from '../console/fake-runners.ts';
import { violations } from '../axe.ts';
import { box, cell, renderPage, type RenderedPage } from '../console/render-page.ts';
import { sampleWrites } from '../fake-writes.ts';

interface Setting {
  list?: FakeList;
  world?: Partial<FakeWorld>;
  path?: string;
}
const runners = ({ list = fakeRunners(), world, path = '/runners' }: Setting = {}): Promise<RenderedPage> =>
  renderPage(RunnersPage, { answers: { runners: listAnswers<'runners'>(list) }, path, ...(world && { world }) });
const view = (name: string) => page.getByRole('toolbar').getByRole('button', { name: `View: ${name}` });
const count = (text: string) => page.getByRole('toolbar').getByRole('status').filter({ hasText: text });

afterEach(() => void vi.useRealTimers());

test('typing filters the list, a filter from the menu becomes a chip, and both can be removed', async () => {
  const { table, press, calls } = await runners();
  await table();
  await expect.element(count('40 runners')).toBeVisible();
  await press('/');
  await press('runner-03');
  await expect.element(count('10 runners')).toBeVisible();
  await press('{Escape}');
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await click(page.getByRole('radiogroup', { name: 'Paused' }).getByRole('radio', { name: 'Yes (4)' }));
  await press('{Escape}');
  await expect.element(count('4 runners')).toBeVisible();
  const asked = calls('runners.list') as { query: { filter: object } }[];
  expect(asked.at(-1)?.query.filter).toEqual({ paused: true });
  await expect.element(view('Paused')).toBeVisible();
  await click(page.getByRole('button', { name: 'Remove filter: Paused: Yes' }));
  await expect.element(count('40 runners')).toBeVisible();
});

test('during the first sync the number of runners is shown in one place', async () => {
  const job = sampleJob({
    kind: 'lists.crawl',
    input: { collection: 'runners', scope: '' },
    rows: 55,
    estimatedRows: 80,
  });
  const { table } = await runners({ list: { ...fakeRunners(), readAt: {} }, world: { jobs: [job] } });
  await table();
  await expect.element(page.getByText('Syncing runners: 55 of about 80')).toBeVisible();
  expect(count('runners').elements()).toEqual([]);
});

test('filters that exclude each other cannot be combined, and the reason is shown', async () => {
  const { table } = await runners();
  await table();
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await fill(page.getByLabelText('Tags'), 'linux, pool-1');
  await userEvent.keyboard('{Tab}');
  const untagged = page.getByRole('checkbox', { name: 'Without tags' });
  await expect.element(untagged).toBeDisabled();
  await expect.element(untagged).toHaveAccessibleDescription('Excluded by “Tags”');
});

test('the panel follows the arrow keys, and loads the details of the row where they stop', async () => {
  const { table, press, calls } = await runners();
  await table();
  // However long the keys take, they stop at the last row only
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await press('{ArrowDown}{Enter}{ArrowDown}{ArrowDown}');
  const panel = page.getByRole('complementary', { name: 'Details of runner-003.corp.example' });
  await expect.element(panel).toBeVisible();
  await eventually(() => expect(calls('runners.refresh')).toMatchObject([{ scope: '', id: 3 }]));
  await expect.element(panel.getByText('corp/platform/api')).toBeVisible();
  await expect.element(panel.getByText('sent_unknown')).toBeVisible();
  await press('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(document.activeElement?.getAttribute('role')).toBe('grid');
});

test('selected rows can be copied and exported, and so can all matching rows without a list of ids', async () => {
  const { table, calls } = await runners();
  await table();
  await click(box(1));
  await click(box(2));
  await click(page.getByRole('button', { name: 'Select all 40 matching' }));
  await click(page.getByRole('button', { name: 'Export…' }).last());
  await click(page.getByRole('button', { name: 'Export', exact: true }));
  await expect.element(page.getByText('40 runners exported')).toBeVisible();
  expect(calls('runners.export')).toMatchObject([{ selection: { kind: 'all', except: [] } }]);
});

test('after all matching rows were selected, a search clears the selection, because other rows match', async () => {
  const { table } = await runners();
  await table();
  await click(box(1));
  await click(page.getByRole('button', { name: 'Select all 40 matching' }));
  await expect.element(page.getByText('40 selected')).toBeVisible();
  await fill(page.getByLabelText('Filter runners'), 'runner-03');
  await expect.element(count('10 runners')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Selected rows' })).not.toBeInTheDocument();
});

test('individually selected rows stay selected after a search', async () => {
  const { table } = await runners();
  await table();
  await click(box(1));
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await fill(page.getByLabelText('Filter runners'), 'runner-03');
  await expect.element(count('10 runners')).toBeVisible();
  await expect.element(page.getByText('1 selected, 1 not shown')).toBeVisible();
});

test('an export shows that it writes the file only after the columns were selected', async () => {
  let write: () => void = () => undefined;
  const written = new Promise<void>((resolve) => (write = resolve));
  const answers = listAnswers<'runners'>(fakeRunners());
  const { table } = await renderPage(RunnersPage, {
    answers: { runners: { ...answers, export: async (...asked) => (await written, answers.export!(...asked)) } },
    path: '/runners',
  });
  await table();
  const start = page.getByRole('button', { name: 'Export…' });
  await click(start);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  await click(page.getByRole('button', { name: 'Export', exact: true }));
  await expect.element(page.getByRole('button', { name: 'Exporting…' })).toBeVisible();
  write();
  await expect.element(start).toBeVisible();
});

test('a value that only details contain shows that they are not synced, instead of a dash', async () => {
  const list = fakeRunners(3);
  list.rows = list.rows.map((one, at) =>
    at === 0 ? { ...one, row: { ...one.row, version: '', tag_list: [], maximum_timeout: 60 } } : one,
  );
  const { table } = await runners({ list });
  await table();
  await eventually(() => expect(cell(0, 'version').textContent?.trim()).toBe('–'));
  expect(cell(0, 'tag_list').textContent?.trim()).toBe('–');
  expect(cell(1, 'version').textContent?.trim()).toBe('?Not synced yet');
  expect(cell(1, 'tag_list').textContent?.trim()).toBe('?Not synced yet');
});

test('a row’s menu copies its cell and its id', async () => {
  const { table } = await runners();
  await table();
  await userEvent.click(cell(2, 'status'), { button: 'right' });
  await expect.element(page.getByRole('menuitem', { name: 'Copy Status' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Copy ID' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

test('a list that was never synced says so and offers to sync it; the sync shows its progress and can be canceled', async () => {
  const list = { ...fakeRunners(0), readAt: {} };
  const { calls } = await runners({ list });
  await expect.element(page.getByText(/No runners of .* synced yet/)).toBeVisible();
  const start = page.getByRole('main').getByRole('button', { name: 'Sync runners of git.corp.example' }).last();
  await click(start);
  expect(calls('jobs.sync')).toEqual([{ collection: 'runners', scope: '' }]);
  await click(page.getByRole('button', { name: 'Cancel sync of runners' }));
  expect(calls('jobs.cancel')).toHaveLength(1);
});

test('an empty list shows its age, and a list without matches offers to clear the filters', async () => {
  const { press } = await runners({ list: fakeRunners(0) });
  await expect.element(page.getByText('No runners in git.corp.example that this token can see.')).toBeVisible();
  await press('/');
  await fill(page.getByLabelText('Filter runners'), 'nothing like it');
  await expect.element(page.getByText('No runners in git.corp.example that this token can see.')).toBeVisible();
});

test('a search without a hit is cleared by its button', async () => {
  const { table } = await runners();
  await table();
  await fill(page.getByLabelText('Filter runners'), 'nothing like it');
  await click(page.getByRole('button', { name: 'Clear search and filters' }));
  await expect.element(count('40 runners')).toBeVisible();
});

test('after a refusal the list shows the required role', async () => {
  const failure = { ...new Failure('denied', '403 Forbidden', { status: 403, reason: 'role' }).toData() };
  const refused = sampleJob({
    kind: 'lists.crawl',
    input: { collection: 'runners', scope: '' },
    state: 'failed',
    failure,
  });
  await runners({ list: { ...fakeRunners(0), readAt: {} }, world: { jobs: [refused] } });
  await expect.element(page.getByText(/Requires an administrator’s token/)).toBeVisible();
});

test('offline, cached rows are shown with their age', async () => {
  const { table } = await runners({ world: { connection: sampleConnection({ state: 'offline' }) } });
  await table();
  await expect.element(page.getByText(/Offline: showing runners synced 1m ago/)).toBeVisible();
});

test('each group has its own list, and the list of the first group is unchanged after coming back', async () => {
  const here = fakeRunners(12);
  const there = fakeRunners(3, 'group:42');
  const list: FakeList = {
    ...here,
    rows: [...here.rows, ...there.rows.map((row) => ({ ...row, key: row.key + 100 }))],
    readAt: { ...here.readAt, ...there.readAt },
    detailOf: here.detailOf,
  };
  const group = sampleEntry({ key: 1, kind: 'group', id: 42, ref: 42, scope: 'group:42', path: 'corp/platform' });
  const { stores, table } = await runners({ list, world: { catalogue: [group] } });
  await table();
  await click(box(1));
  await stores.scope.choose(group);
  await expect.element(count('3 runners')).toBeVisible();
  await expect.element(page.getByRole('grid', { name: 'Runners of group corp/platform' })).toBeVisible();
  await stores.scope.choose(null);
  await expect.element(count('12 runners')).toBeVisible();
  await expect.element(page.getByText('1 selected')).toBeVisible();
});

test('a plan in a group says that its runners may serve other groups too', async () => {
  const group = sampleEntry({ key: 1, kind: 'group', id: 42, ref: 42, scope: 'group:42', path: 'corp/platform' });
  const scopes = { p1: { group: group.scope, project: null, recent: [] } };
  const world = { catalogue: [group], writes: sampleWrites(), preferences: Preferences.parse({ scopes }) };
  const { stores, table } = await runners({ list: fakeRunners(6, group.scope), world });
  await table();
  await click(box(1));
  await click(box(2));
  await click(page.getByRole('button', { name: 'Pause…', exact: true }));
  await eventually(() => expect(stores.changes.shown).not.toBeNull());
  const { consequence } = stores.changes.wordsOf(stores.changes.shown?.planId ?? '');
  expect(consequence).toContain('Runners shared with other groups or projects are changed for all of them.');
});

test('a link opens a row or a view, and the address is then reset', async () => {
  const shown = encodeURIComponent(JSON.stringify({ filter: { status: 'stale' } }));
  const { stores, table } = await runners({ path: `/runners/5?view=${shown}` });
  await table();
  await expect.element(view('Stale')).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: /runner-005/ })).toBeVisible();
  expect(stores.route.path).toBe('/runners');
});

test('query and selection are kept while another page is shown', async () => {
  const { table, show, press } = await runners();
  await table();
  await press('/');
  await press('runner-01');
  await expect.element(count('10 runners')).toBeVisible();
  await click(box(3));
  await show(false);
  await show(true);
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await expect.element(page.getByLabelText('Filter runners')).toHaveValue('runner-01');
});

test('commands of the page are available while it is shown, and r syncs this list instead of the users', async () => {
  const { table, stores, show, calls, press } = await runners();
  await table();
  const find = (id: string) => stores.commands.list.find((command) => command.id === id);
  expect(find('list.read')?.title).toBe('Sync runners of git.corp.example');
  expect(find('list.copyIds')?.disabledReason).toBe('No runner selected');
  await click(box(0));
  expect(find('list.copyIds')?.disabledReason).toBeNull();
  find('list.details')?.run();
  await eventually(() => expect(calls('jobs.details')).toEqual([{ collection: 'runners', scope: '' }]));
  await press('{Escape}');
  await show(false);
  expect(find('list.read')).toBeUndefined();
});

// The tests of users do it for the menus, which are the same
test('table, panel and selection have no axe violation', async () => {
  const list = fakeRunners();
  const notReturned = list.rows[4];
  if (notReturned !== undefined) notReturned.notReturnedSince = Date.now();
  const { table } = await runners({ list });
  await table();
  await click(box(1));
  await click(cell(3, 'status'));
  await expect.element(page.getByRole('complementary')).toBeVisible();
  await eventually(() => expect(document.body.textContent).toContain('corp/platform/api'));
  expect(await violations()).toEqual([]);
});

test('details that are older than their row are marked as older in their cells, in the age of the row and above the list', async () => {
  const list = fakeRunners(2);
  const [old, current] = list.rows;
  if (old === undefined || current === undefined) throw new Error('no rows');
  const detailFetchedAt = Date.now() - hours(3) - minutes(5);
  for (const one of list.rows) one.row = { ...one.row, ...list.detailOf(one.row) };
  old.detailFetchedAt = detailFetchedAt;
  const answers = listAnswers<'runners'>(list);
  const summary: NonNullable<typeof answers.summary> = async (...asked) => ({
    ...((await answers.summary?.(...asked)) as ListSummary),
    detailsFetchedAt: detailFetchedAt,
  });
  const { table } = await renderPage(RunnersPage, {
    path: '/runners',
    answers: { runners: { ...answers, summary } },
  });
  await table();
  await expect.element(page.getByText('Synced 1m ago, oldest details 3h ago')).toBeVisible();
  const time = `Details synced on ${fullMoment(detailFetchedAt)}.`;
  const row = (at: number) => page.getByRole('row').nth(at);
  await expect.element(row(1).getByText('Details 3h ago')).toHaveAttribute('title', expect.stringContaining(time));
  for (const text of ['1d ago', '17.1.0']) {
    await expect.element(row(1).getByText(text)).toHaveAttribute('title', expect.stringContaining(time));
  }
  await expect.element(row(1).getByTitle(`linux, pool-1\n${time}`, { exact: true })).toBeVisible();
  await expect.element(row(2).getByText('17.2.0')).toHaveAttribute('title', '17.2.0');
  await expect.element(row(2).getByText('1m ago')).toBeVisible();
});
