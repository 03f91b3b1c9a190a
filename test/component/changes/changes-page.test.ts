import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { days } from '#shared/time.ts';
import { violations } from '../axe.ts';
import { click, fill } from '../click.ts';
import { sampleWrites } from '../fake-writes.ts';
import { sampleConnection } from '../samples.ts';
import { callsOf, openWindow } from '../shell/window.ts';
import { byReeve, fakeHistory, noChanges, sampleEntries, sampleEntry } from './sample-changes.ts';

const entries = sampleEntries();
const grid = () => page.getByRole('grid', { name: 'Changes, newest first' });
const texts = (): string[] =>
  [...document.querySelectorAll('[role="row"][data-index]')].map(
    (row) =>
      (row.querySelector('.heading-cell') ?? row.querySelector('[data-column="changed"]'))?.textContent?.trim() ?? '',
  );
const open = (path = '/changes', all = entries) => openWindow({ path, answers: { history: fakeHistory(all) } });
const lastQuery = (core: Awaited<ReturnType<typeof open>>) =>
  callsOf(core, 'history.changes').at(-1) as { since: number; until: number; filter: object; view: unknown };

test('changes are below their day and kind, and more than three of a kind are folded', async () => {
  await open();
  await expect.element(grid()).toBeVisible();
  await expect.poll(texts).toHaveLength(9);
  const [day, users, ...rows] = texts();
  expect(day).toMatch(/\d.*8 changes.*Synced 24 times/);
  expect(users).toMatch(/Users.*6.*Show 3 more/);
  expect(rows.slice(0, 3)).toEqual(['User 1', 'User 2', 'User 3']);
  await click(page.getByText('Show 3 more'));
  await expect.poll(texts).toHaveLength(12);
  expect(await violations()).toEqual([]);
});

test('a change shows the former and the new value, who made it, and its span or exact time', async () => {
  await open();
  await expect.element(page.getByRole('row', { name: /User 1/ })).toBeVisible();
  const rowText = (name: RegExp) => expect.poll(() => page.getByRole('row', { name }).element().textContent);
  await rowText(/User 1/).toMatch(/Two-factor.*On.*Off.*Outside of Reeve.*\d\d:\d\d – \d\d:\d\d/);
  await rowText(/Lars Bekker/).toMatch(/Not returned.*lars\.bekker/);
  await rowText(/acme\/website/).toMatch(/By Reeve, plan Allow image builds.*\d\d:\d\d:\d\d/);
  await click(page.getByText('Show 3 more'));
  await expect.element(page.getByText('Email no longer visible with this token')).toBeVisible();
});

test('the arrow keys fold the rows below a heading, headings are not selected, and Enter opens the history', async () => {
  await open();
  await expect.poll(texts).toHaveLength(9);
  (grid().element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}{ArrowLeft}');
  await expect.poll(texts).toHaveLength(1);
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(texts).toHaveLength(9);
  await userEvent.keyboard('{Home}x{ArrowRight}');
  await expect.poll(texts).toHaveLength(9);
  expect(page.getByRole('region', { name: 'Selected rows' }).elements()).toHaveLength(0);
  await userEvent.keyboard('{Home}jjx');
  await expect.element(page.getByText('1 selected', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Select all 8 matching' })).toBeVisible();
  const link = page
    .getByRole('row', { name: /User 1/ })
    .element()
    .querySelector('[data-row-link]');
  expect(link?.getAttribute('href')).toBe('#/users/1?tab=history');
  await userEvent.keyboard('{Enter}');
  // The list completes the address when it is shown
  await expect.poll(() => location.hash).toMatch(/^#\/users\/1\b/);
});

test('who made the changes, the view, the span and the search are in the query and in the address', async () => {
  await page.viewport(1440, 900);
  const core = await open();
  await click(page.getByRole('button', { name: /^By Reeve 1/ }));
  await expect.poll(texts).toHaveLength(2);
  expect(location.hash).toBe('#/changes?by=reeve');
  await click(page.getByRole('button', { name: /^Two-factor switched off 5/ }));
  await expect.poll(() => lastQuery(core)).toMatchObject({ view: 'two-factor-off', filter: {} });
  await click(page.getByRole('button', { name: '30 d', exact: true }));
  await expect.poll(() => location.hash).toBe('#/changes?since=30d&view=two-factor-off');
  expect(Math.round((lastQuery(core).until - lastQuery(core).since) / days(1))).toBeGreaterThanOrEqual(29);
  await fill(page.getByRole('textbox', { name: 'Search changes' }), 'no such text');
  await expect.element(page.getByText(/^No changes, /)).toBeVisible();
  await click(page.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(() => location.hash).toBe('#/changes?since=30d');
});

test('filters are chosen in the menu and from an address, and removed by their chips', async () => {
  const core = await open('/changes?list=users,members&kind=notReturned&place=project:7&person=9');
  await expect
    .poll(() => lastQuery(core))
    .toMatchObject({
      since: 0,
      filter: { collections: ['users', 'members'], kinds: ['notReturned'], place: 'project:7', person: 9 },
    });
  for (const name of [/Users, Members/, /Project 7/, /Lars Bekker/, /Not returned/])
    await click(page.getByRole('button', { name: new RegExp(`Remove filter: .*${name.source}`) }).first());
  await expect.poll(() => lastQuery(core).filter).toEqual({});
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await page.getByRole('combobox', { name: 'List' }).fill('mem');
  await click(page.getByRole('option', { name: /^Members\s*1$/ }));
  await expect.poll(() => lastQuery(core).filter).toEqual({ collections: ['members'] });
});

test('filters find places, people and fields by name, also those of changes that are not loaded', async () => {
  const many = Array.from({ length: 220 }, (_, n) => sampleEntry(n + 1, { scope: `project:${n + 1}` }));
  const fields = ['note', 'two_factor_enabled'];
  const settings = () => ({
    ...{ since: 1, bytes: 1, failure: null },
    collections: [{ collection: 'users', fields, entries: 1, bytes: 1, months: null }],
  });
  const core = await openWindow({ path: '/changes', answers: { history: { ...fakeHistory(many), settings } } });
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  const choose = async (label: string, typed: string, option: string) => {
    // Unlike `fill` of the tests, this does not end the input with a `change`
    await page.getByRole('combobox', { name: label }).fill(typed);
    await click(page.getByRole('option', { name: option, exact: true }));
  };
  await choose('Person', 'User 219', 'User 219');
  await expect.poll(() => lastQuery(core).filter).toEqual({ person: 619 });
  await choose('Place', 'Project 21', 'Project 217');
  await expect.poll(() => lastQuery(core).filter).toEqual({ person: 619, place: 'project:217' });
  await choose('Field', 'not', 'Note');
  await choose('Field', 'Note, two', 'Two-factor');
  await expect.poll(() => lastQuery(core).filter).toMatchObject({ fields });
  await expect.element(page.getByRole('button', { name: /^Remove filter: Field: Note, Two-factor/ })).toBeVisible();
});

test('comma and full stop move the span by its length, not beyond now', async () => {
  const core = await open('/changes?since=24h');
  await expect.poll(texts).toHaveLength(9);
  const { since } = lastQuery(core);
  (grid().element() as HTMLElement).focus();
  await userEvent.keyboard('.');
  expect(location.hash).toBe('#/changes?since=24h');
  await userEvent.keyboard(',');
  await expect.poll(() => Math.abs(lastQuery(core).until - since)).toBeLessThan(60_000);
  await userEvent.keyboard('.');
  await expect.poll(() => Math.abs(lastQuery(core).since - since)).toBeLessThan(60_000);
});

test('the chart describes itself, a table has its numbers, and a click on a day shows this day', async () => {
  const core = await open();
  const chart = page.getByRole('img', { name: /^8 changes, .*: 7 outside of Reeve, 1 by Reeve\.$/ });
  await expect.element(chart).toBeVisible();
  const table = page.getByRole('table', { name: 'Changes for each day' });
  expect(table.element().querySelectorAll('tbody tr').length).toBeGreaterThanOrEqual(14);
  expect(table.element().textContent).toContain('No sync');
  const bars = [...chart.element().querySelectorAll<HTMLElement>('[data-day]')];
  expect(bars.filter(({ title }) => title.endsWith('no sync')).length).toBe(bars.length - 1);
  bars.find(({ title }) => title.includes('7 outside of Reeve, 1 by Reeve'))?.click();
  await expect.poll(() => Math.round((lastQuery(core).until - lastQuery(core).since) / days(1))).toBe(1);
});

test('only changes by Reeve that the journal can undo are undone', async () => {
  const journal = sampleWrites().journal;
  const ours = [4, 5].map((id) => sampleEntry(id, { by: { ...byReeve, journalId: id } }));
  const entry = {
    ...{ id: 4, planId: 'plan 1', profileId: 'p1', instance: 'x', op: 'runners.edit', who: 'token', user: null },
    ...{ label: 'runner 4', method: 'PUT', path: '/runners/4', state: 'applied', status: 200, reportedMessage: null },
    ...{
      intendedAt: 1,
      endedAt: 2,
      requestId: null,
      changes: [],
      undo: { kind: 'exact' },
      undoneBy: null,
      undoOf: null,
    },
  } as const;
  const undone = { ...entry, id: 5, undoneBy: 'plan 2' };
  const core = await openWindow({
    path: '/changes',
    world: { writes: sampleWrites({ journal: [...journal, entry, undone] as never }) },
    answers: { history: fakeHistory([...ours, ...entries]) },
  });
  await expect.element(page.getByRole('row', { name: /User 4/ }).first()).toBeVisible();
  (grid().element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await click(page.getByRole('button', { name: 'Undo 1 by Reeve…' }));
  await expect.poll(() => callsOf(core, 'changes.undo').at(-1)).toMatchObject({ journalIds: [4] });
});

test('the selected changes are exported by their numbers', async () => {
  const exported: unknown[] = [];
  await openWindow({
    path: '/changes',
    answers: {
      history: {
        ...fakeHistory(entries),
        exportChanges: (input) => {
          exported.push(input);
          return { path: '/tmp/changes.csv', rows: 1, downloads: [], manifestPath: '', sha256: '' };
        },
      },
    },
  });
  await expect.poll(texts).toHaveLength(9);
  (grid().element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}jjx');
  await click(page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Export…' }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }));
  await expect.poll(() => exported).toMatchObject([{ filter: { numbers: [99] }, format: 'csv' }]);
});

test('rows are loaded in windows of 200', async () => {
  const many = Array.from({ length: 450 }, (_, n) => sampleEntry(n + 1));
  const core = await open('/changes?group=kind', many);
  await expect.poll(() => texts()[0]).toMatch(/Users.*450 changes/);
  await click(page.getByRole('button', { name: 'Show 200 more' }));
  await expect.poll(() => callsOf(core, 'history.changes').at(-1)).toMatchObject({ slice: { from: 200, count: 200 } });
  await click(page.getByRole('button', { name: 'Show 50 more' }));
  await expect.poll(() => callsOf(core, 'history.changes').at(-1)).toMatchObject({ slice: { from: 400 } });
});

test('a row without a name is named by its place, also if the path of the place is unknown', async () => {
  await open('/changes?group=day', [
    sampleEntry(1, {
      ...{ collection: 'jobTokenScope', scope: 'project:31', id: 1, title: null },
      fields: [{ name: 'inbound_enabled', before: true, after: false }],
    }),
  ]);
  const row = page.getByRole('row', { name: /^Project 31/ });
  await expect.poll(() => row.element().textContent).toMatch(/Project 31.*Project 31.*Allowlist on/);
});

test('in the past, the page shows the present', async () => {
  const core = await openWindow({
    path: '/changes?as_of=2026-01-20T17:00Z',
    answers: { history: fakeHistory(entries) },
  });
  await expect.poll(texts).toHaveLength(9);
  expect(lastQuery(core).until).toBeGreaterThan(Date.now() - days(1));
});

test.each([
  ['nothing is recorded', { recorded: { ...noChanges.recorded, since: null } }, /recorded from the second sync/],
  ['nothing changed', { syncs: { count: 6, last: null } }, /6 syncs ran in this time/],
  ['places are missing', { incomplete: [{ collection: 'members', places: 23, synced: 20 }] }, /Members: 20 of 23/],
  [
    'changes are lost',
    { recorded: { ...noChanges.recorded, gaps: [{ from: 1, until: 2, why: 'lost' as const }] } },
    /are not known/,
  ],
  ['older ones were removed', { recorded: { ...noChanges.recorded, removedBefore: Date.now() } }, /were removed/],
])('the page says that %s', async (_, over, text) => {
  await openWindow({ path: '/changes', answers: { history: fakeHistory([], over) } });
  await expect.element(page.getByText(text)).toBeVisible();
});

test.each([
  ['after the first sync', Date.UTC(2026, 0, 1), 'New administrators 1', 14],
  ['before the first sync', null, 'New administrators', 0],
])('%s, the page shows the number of changes only if changes are recorded', async (_, since, view, bars) => {
  const over = { recorded: { ...noChanges.recorded, since } };
  const core = await openWindow({ path: '/changes', answers: { history: fakeHistory([], over) } });
  await expect
    .poll(() => ['days', 'viewCounts'].every((verb) => callsOf(core, `history.${verb}`).length > 0))
    .toBe(true);
  // The replies have arrived and are shown
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  const shown = page.getByText('New administrators').first().element();
  expect(shown.closest('button, a, label, li')?.textContent.replaceAll(/\s+/g, ' ').trim()).toBe(view);
  expect(document.querySelectorAll('[data-day]')).toHaveLength(bars);
});

test('offline, the page says up to when the changes are complete', async () => {
  const connection = sampleConnection({ state: 'offline' });
  await openWindow({ path: '/changes', world: { connection }, answers: { history: fakeHistory(entries) } });
  await expect.element(page.getByText(/complete up to the last sync, /)).toBeVisible();
});

test('former addresses of Activity lead to the changes and to the plans', async () => {
  await open('/activity/recent');
  await expect.poll(() => location.hash).toBe('#/changes?since=1h');
});

test('two days can be chosen as the span, in their order', async () => {
  const core = await open();
  await click(page.getByRole('button', { name: /^Time span/ }));
  await fill(page.getByRole('textbox', { name: 'First day' }), '2026-11-10');
  await fill(page.getByRole('textbox', { name: 'Last day' }), '2026-11-09');
  await click(page.getByRole('button', { name: 'Show changes' }));
  await expect.element(page.getByText('The last day is before the first one.').first()).toBeVisible();
  await fill(page.getByRole('textbox', { name: 'Last day' }), '2026-11-12');
  await click(page.getByRole('button', { name: 'Show changes' }));
  await expect
    .poll(() => lastQuery(core))
    .toMatchObject({ since: new Date(2026, 10, 10).getTime(), until: new Date(2026, 10, 13).getTime() - 1 });
});

test('a view can be saved, and shows its changes with the current span', async () => {
  await page.viewport(1440, 900);
  const core = await open('/changes?since=30d&list=users');
  await click(page.getByRole('button', { name: 'Save view…' }));
  await fill(page.getByRole('textbox', { name: 'Name' }), 'Only users');
  await click(page.getByRole('button', { name: 'Save view', exact: true }));
  await expect.poll(() => core.world.views).toMatchObject([{ table: 'changes', name: 'Only users' }]);
  await click(page.getByRole('button', { name: /^All$/ }).first());
  await expect.poll(() => location.hash).toBe('#/changes?since=30d');
  await click(page.getByRole('button', { name: 'Only users', exact: true }));
  await expect.poll(() => location.hash).toBe('#/changes?since=30d&list=users');
});

test('in a window that is 720 pixels wide, rows show the change without horizontal scrolling', async () => {
  await page.viewport(720, 650);
  await open();
  await expect.poll(texts).toHaveLength(9);
  // The handle of the last column extends 5 px beyond it
  await expect.poll(() => grid().element().scrollWidth - grid().element().clientWidth).toBeLessThanOrEqual(5);
  const row = page.getByRole('row', { name: /Lars Bekker/ }).element();
  const shown = [...row.querySelectorAll('[data-column]')].map((cell) => cell.getAttribute('data-column'));
  expect(shown).toEqual(['changed', 'place', 'change']);
});
