import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#shared/errors.ts';
import { eventually } from '../eventually.ts';
import { sampleUsers } from '../samples.ts';
import { button, callsOf, heading, openWindow } from '../shell/window.ts';
import { historyAnswers, knownMoment, moments, path } from './sample.ts';
import type { FakeCore } from '../fake-core.ts';

afterEach(() => history.replaceState(null, '', location.pathname));

const users = sampleUsers(5);
const open = (answers = historyAnswers(), world = {}): Promise<FakeCore> =>
  openWindow({ path: path('/users'), world: { users, ...world }, answers });
const cell = (row: number, column: string): HTMLElement | null =>
  document.querySelector(`[data-index="${row}"] [data-column="${column}"]`);
const head = (column: string): HTMLElement | null => document.querySelector(`[data-head="${column}"]`);
const band = () => page.getByRole('region', { name: 'Moment in the past' });

test('a list in the past names its sync, compares each row with now, and says what is not recorded', async () => {
  const core = await open();
  await expect.element(band().getByText('State of the sync of Nov 20, 2025, 16:52. Read-only.')).toBeVisible();
  await eventually(() => expect(cell(1, 'now')?.textContent).toMatch(/State\s*Blocked/));
  expect(cell(0, 'now')?.textContent.trim()).toBe('Same');
  expect(cell(2, 'now')?.textContent.trim()).toBe('Not returned since Nov 24, 2025');
  expect(cell(0, 'last_activity_on')?.textContent.trim()).toBe('–');
  expect(head('last_activity_on')?.textContent).toMatch(/Not recorded/);
  expect(head('last_activity_on')?.ariaSort).toBeNull();
  expect(head('state')?.ariaSort).toBe('none');
  const counts = page.getByRole('group', { name: 'Then and now' });
  await expect
    .poll(() => counts.element().textContent.replaceAll(/\s+/g, ' '))
    .toMatch(/Users then 1,284 Now 1,291 \+ 9 added since ?− 2 not returned ?~ 11 changed/);
  const compare = page.getByRole('link', { name: 'Compare with now' });
  await expect.element(compare).toHaveAttribute('href', '#/changes/compare?a=2025-11-20T17:00Z&b=now');
  expect(callsOf(core, 'history.now')).toHaveLength(1);
});

test('nothing in a list of the past sends requests or changes something; copying and exporting stay', async () => {
  const core = await open();
  await eventually(() => expect(cell(0, 'now')).not.toBeNull());
  for (const name of [/^Sync/, /^Refresh/, /Leav/]) expect(button(name).elements(), String(name)).toEqual([]);
  await expect.element(button('Export CSV as of Nov 20, 2025…')).toBeVisible();
  cell(0, 'user')?.click();
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByText('Not recorded:').first()).toBeVisible();
  expect(panel.getByRole('button', { name: 'Refresh' }).elements()).toEqual([]);
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('sync');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(page.getByRole('option', { name: /^Sync/ }).elements()).toEqual([]);
  for (const verb of ['users.refresh', 'jobs.opened', 'jobs.sync']) expect(callsOf(core, verb), verb).toEqual([]);
});

test('filters, views and saved views that need fields that are not recorded are disabled', async () => {
  const saved = {
    ...{ id: 'v1', table: 'users', name: 'Sleeping', version: 1, createdAt: 0 },
    query: { search: '', filter: { inactive_days: 90 }, sort: { by: 'name', direction: 'asc' }, notReturned: 'hide' },
  };
  await page.viewport(1400, 800);
  await open(historyAnswers(), { views: [saved] });
  await expect.element(button('Sleeping')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Inactive for a year')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Blocked')).not.toHaveAttribute('aria-disabled');
  await button('Filter').click();
  await expect.element(page.getByText('Not recorded').last()).toBeVisible();
  await page.viewport(1280, 800);
});

test('a key and a button lead to the next and the previous change, and Shift+Esc leads back to now', async () => {
  const core = await open();
  await expect.element(button('Next change')).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(() => location.search).toMatch('as_of=2025-11-20T19:40:01Z');
  await eventually(() => expect(cell(0, 'now')).not.toBeNull());
  await button('Previous change').click();
  await expect.poll(() => location.search).toMatch('as_of=2025-11-19T08:30Z');
  await userEvent.keyboard('{Shift>}{Escape}{/Shift}');
  await expect.poll(() => core.session.asOf).toBeNull();
  expect(location.search).not.toMatch('as_of');
  await expect.element(band()).not.toBeInTheDocument();
  await expect.element(page.getByText('Showing the present.')).toBeVisible();
  expect(cell(0, 'now')).toBeNull();
});

test('a list that was not synced at the moment says when its first sync was', async () => {
  await open(historyAnswers({ moment: () => knownMoment({ sync: null, previous: null }) }), { users: [] });
  await expect.element(page.getByText('No users were synced at this moment.')).toBeVisible();
  await expect.element(page.getByText('First sync: Oct 20, 2025, 09:12.')).toBeVisible();
  await expect.element(band().getByText('Not synced at this moment. Read-only.')).toBeVisible();
  await button('Go there').click();
  await expect.poll(() => location.search).toMatch('as_of=2025-10-20T09:12Z');
});

test('before the history began, the number of rows is not known, and the first sync is offered', async () => {
  const then = { then: null, now: 1_291, came: 0, notReturned: 0, changed: 0 };
  const refused = (): never => {
    throw new Failure('invalid', 'before the history', { reason: 'not-recorded' });
  };
  const unknown = historyAnswers({ moment: () => knownMoment({ sync: null, previous: null }), sinceThen: () => then });
  await openWindow({ path: path('/users'), world: { users }, answers: { ...unknown, users: { list: refused } } });
  await expect.element(page.getByText('No users were synced at this moment.')).toBeVisible();
  await expect.element(button('Go there')).toBeVisible();
  expect(page.getByText('Users then').query()).toBeNull();
});

test('a list without history says so', async () => {
  await open(historyAnswers({ moment: () => knownMoment({ fields: null }) }));
  await expect.element(page.getByText('History isn’t recorded for users.')).toBeVisible();
});

test('the band names gaps and places that were not synced, and the pages that show the present', async () => {
  const gap = { from: Date.UTC(2025, 10, 21), until: Date.UTC(2025, 10, 22), why: 'lost' as const };
  const recorded = { since: moments.since, removedBefore: null, gaps: [gap] };
  await open(historyAnswers({ moment: () => knownMoment({ places: { places: 22, synced: 19 }, recorded }) }));
  await expect
    .element(page.getByRole('note'))
    .toHaveTextContent(
      '19 of 22 places at this moment. Changes between Nov 21, 2025, 00:00 and Nov 22, 2025, 00:00 are not known: they were lost when Reeve stopped unexpectedly.',
    );
  location.hash = '#/settings';
  await expect.element(heading('Settings')).toBeVisible();
  await expect.element(band().getByText('This page shows the present.')).toBeVisible();
  await expect.element(page.getByRole('contentinfo').getByText('As of Nov 20, 2025, 17:00')).toBeVisible();
});
