import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import { reasonOf, run } from '../page-rig.ts';
import { rig } from '../users/rig.ts';
import { byReeve, change, lifeOf, november, recorded } from './history-rig.ts';

const tab = () => page.getByRole('tab', { name: /^History/ });
/** The texts of the changes, without the time on the right. */
const lines = () =>
  [...document.querySelectorAll('li[data-entry]')].map((line) =>
    [...line.children]
      .filter(({ tagName }) => tagName !== 'TIME')
      .map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())
      .join(' ')
      .trim(),
  );
const sentences = () => [...document.querySelectorAll('li[data-entry]')].map((line) => line.getAttribute('aria-label'));

const twoFactor = change({ n: 3, fields: [{ name: 'two_factor_enabled', before: true, after: false }] });
const limit = change({
  n: 2,
  by: byReeve,
  at: november(16),
  since: null,
  fields: [{ name: 'projects_limit', before: 10, after: 50 }],
});

/** The users page with the panel of the first user on the tab History. */
async function opened(entries: Parameters<typeof lifeOf>[0], over: object = {}) {
  const users = await rig({ path: '/users/1?tab=history', answers: { history: lifeOf(entries, over) } });
  await expect.element(tab()).toHaveAttribute('aria-selected', 'true');
  return users;
}

test('a change shows its field, both values, who made it and the span between the syncs', async () => {
  await opened([twoFactor, limit], { first: november(1, 9, 12) });
  await expect.poll(lines).toHaveLength(2);
  expect(lines()[0]).toMatch(
    /^Two-factor On Off Outside of Reeve Between the syncs of Nov 18, 02:04 and Nov 19, 02:04/,
  );
  expect(lines()[1]).toMatch(/^Project limit 10 50 By Reeve, plan Raise limits Exact time, from the reply/);
  expect(sentences()[0]).toBe(
    'Changed: Two-factor from On to Off. Outside of Reeve. Between the syncs of Nov 18, 02:04 and Nov 19, 02:04.',
  );
  await expect.element(tab()).toHaveTextContent('History 3');
  await expect.element(page.getByText('First synced')).toBeVisible();
  await expect.element(page.getByText('Recorded since Nov 1. Earlier changes are not known.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'November 2026' })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('each kind of entry has its words', async () => {
  const place = { kind: 'hidden', id: null } as const;
  await opened([
    change({ n: 9, kind: 'back', at: november(22) }),
    change({ n: 8, kind: 'notReturned' }),
    change({ n: 7, kind: 'deleted', by: byReeve }),
    change({ n: 6, kind: 'came' }),
    change({ n: 5, ...place }),
    change({ n: 4, ...place, fields: [{ name: 'email', before: null, after: null }] }),
    change({ n: 3, kind: 'visible', id: null }),
    change({ n: 2, by: { ...byReeve, kind: 'adjusted' }, fields: [{ name: 'note', before: 'a', after: 'b' }] }),
    change({ n: 1, by: { ...byReeve, kind: 'probably' }, fields: [{ name: 'note', before: 'b', after: 'c' }] }),
  ]);
  await expect.poll(lines).toHaveLength(9);
  const starts = [
    /^Returned again after 3 days/,
    /^Not returned since Nov 19/,
    /^Deleted By Reeve/,
    /^Added /,
    /^No longer visible with this token/,
    /^Email no longer visible with this token/,
    /^Visible again/,
    /^Note a b By Reeve, adjusted by the platform, plan Raise limits/,
    /^Note b c Probably by Reeve, plan Raise limits/,
  ];
  starts.forEach((start, at) => expect(lines()[at]).toMatch(start));
  await expect
    .element(page.getByTitle('Reeve sent this value, but the outcome of the request is unknown.'))
    .toBeVisible();
});

test('the changes can be filtered by who made them and by field', async () => {
  await opened([twoFactor, limit]);
  await click(page.getByRole('button', { name: /^By Reeve 1/ }));
  await expect.poll(lines).toEqual([expect.stringContaining('Project limit')]);
  await click(page.getByRole('button', { name: /^All 2/ }));
  await click(page.getByRole('button', { name: 'All fields' }));
  await click(page.getByRole('menuitemcheckbox', { name: 'Two-factor' }));
  await expect.poll(lines).toEqual([expect.stringContaining('Two-factor')]);
});

test('more than 50 changes are loaded on request', async () => {
  await opened(Array.from({ length: 60 }, (_, at) => ({ ...twoFactor, n: 60 - at })));
  await expect.poll(lines).toHaveLength(50);
  await click(page.getByRole('button', { name: 'Show 10 more' }));
  await expect.poll(lines).toHaveLength(60);
});

test('an empty history names its beginning, its gaps and what was removed', async () => {
  const gaps = [{ from: november(3), until: november(5), why: 'damaged' }];
  await opened([], { recorded: { ...recorded, removedBefore: november(2), gaps } });
  await expect.element(page.getByText('No changes recorded since Nov 1.')).toBeVisible();
  await expect.element(page.getByText('Changes before Nov 2 were removed.')).toBeVisible();
  await expect.element(page.getByText(/^Changes between Nov 3, 02:04 and Nov 5, 02:04 are not known/)).toBeVisible();
});

test('a list without a history says so', async () => {
  await opened([], { isRecorded: false });
  await expect.element(page.getByText('History isn’t recorded for users.')).toBeVisible();
});

test('h opens the history of the current row in the panel', async () => {
  const users = await rig({ answers: { history: lifeOf([twoFactor]) } });
  await users.table();
  await users.press('{ArrowDown}');
  await expect.poll(() => reasonOf(users, 'list.history')).toBe(null);
  expect(users.stores.commands.list.find(({ id }) => id === 'list.history')?.keys).toBe('h');
  await run(users, 'list.history');
  await expect.element(tab()).toHaveAttribute('aria-selected', 'true');
  await expect.poll(lines).toHaveLength(1);
});

test('the arrow keys move between the changes, Enter opens the plan, and t shows the moment before the change', async () => {
  const users = await opened([twoFactor, limit]);
  const goTo = vi.fn();
  Object.assign(users.stores.moment, { goTo });
  const show = vi.spyOn(users.stores.changes, 'show').mockResolvedValue(undefined as never);
  await expect.poll(lines).toHaveLength(2);
  document.querySelector<HTMLElement>('li[data-entry="3"]')?.focus();
  await users.press('{ArrowDown}');
  expect(document.activeElement?.getAttribute('data-entry')).toBe('2');
  await users.press('{Enter}');
  expect(show).toHaveBeenCalledWith('p1', { isNew: false });
  await users.press('t');
  expect(goTo).toHaveBeenCalledWith(november(16) - 1_000);
  await click(page.getByRole('button', { name: 'Open plan' }));
  expect(show).toHaveBeenCalledTimes(2);
  await users.press('{ArrowUp}');
  await expect.element(page.getByRole('button', { name: 'Show as of Nov 16, 02:03' })).toBeVisible();
});

test('a long value shows three lines until its change has the focus', async () => {
  const long = 'Contractor until March. '.repeat(40);
  const fields = [{ name: 'note', before: '', after: long }];
  await opened([change({ n: 1, fields })]);
  await expect.poll(lines).toHaveLength(1);
  const line = document.querySelector<HTMLElement>('li[data-entry]');
  const heightPx = line?.getBoundingClientRect().height ?? 0;
  line?.focus();
  expect(line?.getBoundingClientRect().height).toBeGreaterThan(heightPx);
});

test('many fields that are no longer visible are counted, with their names', async () => {
  const fields = ['email', 'note', 'is_admin', 'created_at'].map((name) => ({ name, before: null, after: null }));
  await opened([change({ n: 1, kind: 'hidden', id: null, fields })]);
  await expect
    .poll(lines)
    .toEqual([
      expect.stringMatching(/^4 fields no longer visible with this token \(Email, Note, Administrator, and Created\)/),
    ]);
});

test('in a narrow window, the span is in the tooltip', async () => {
  await opened([limit]);
  await expect.poll(lines).toHaveLength(1);
  const main = document.querySelector('main');
  if (main !== null) main.style.width = '700px';
  await expect.poll(() => document.querySelector('li .span')?.checkVisibility()).toBe(false);
  await expect.element(page.getByTitle('Exact time, from the reply')).toBeVisible();
});
