import { expect, test } from 'vitest';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { hours } from '#shared/time.ts';
import { linesOf, type ChangeLine } from './change-lines.ts';
import { groupsOf, type Grouping } from './change-query.ts';

const noon = new Date(2026, 10, 28, 12).getTime();
const outside = { kind: 'outside' } as const;
const plan = { kind: 'reeve', planId: 'p', plan: 'Plan', journalId: 1 } as const;
const entry = (n: number, over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ n, collection: 'users', scope: '', id: n, title: null, kind: 'changed', at: noon, since: null },
  ...{ fields: [], row: null, by: outside },
  ...over,
});
const lines = (
  entries: readonly HistoryEntry[],
  grouping: Grouping = 'day-kind',
  { areAll = true, toggled = [] as string[] } = {},
) => linesOf(entries, groupsOf(grouping), { areAll, toggled });
const shown = (all: readonly ChangeLine[]) =>
  all.map(({ key, heading }) => (heading ? `${heading.key}: ${heading.count}, ${heading.more} more` : key));

test('a day with more than three changes has headings for its kinds, each with at most three changes', () => {
  const users = [9, 8, 7, 6].map((n) => entry(n));
  const member = entry(5, { collection: 'members' });
  expect(shown(lines([...users, member]))).toEqual([
    '2026-11-28: 5, 0 more',
    ...['2026-11-28 users: 4, 1 more', 9, 8, 7],
    ...['2026-11-28 members: 1, 0 more', 5],
  ]);
});

test('a day with few changes has no headings for its kinds', () => {
  const before = entry(1, { at: noon - hours(24), collection: 'members' });
  expect(shown(lines([entry(3), entry(2), before]))).toEqual([
    ...['2026-11-28: 2, 0 more', 3, 2],
    ...['2026-11-27: 1, 0 more', 1],
  ]);
});

test('a heading can be unfolded and folded', () => {
  const users = [9, 8, 7, 6].map((n) => entry(n));
  expect(lines(users)).toHaveLength(5);
  expect(lines(users, 'day-kind', { toggled: ['2026-11-28 users'] })).toHaveLength(6);
  expect(lines(users, 'day-kind', { toggled: ['2026-11-28'] })).toHaveLength(1);
});

test('if not all changes are loaded, the count of a heading can be unknown', () => {
  const all = [entry(9), entry(8, { at: noon - hours(24) })];
  expect(shown(lines(all, 'day', { areAll: false }))).toEqual([
    ...['2026-11-28: 1, 0 more', 9],
    ...['2026-11-27: null, 0 more', 8],
  ]);
  expect(shown(lines(all, 'kind', { areAll: false }))[0]).toBe('users: null, 0 more');
});

test('changes are grouped by place, person and plan', () => {
  const all = [entry(9, { scope: 'project:7' }), entry(8, { by: plan }), entry(7, { collection: 'runners' })];
  const keys = (grouping: Grouping) => lines(all, grouping).flatMap(({ heading }) => (heading ? [heading.key] : []));
  expect(keys('place')).toEqual(['place project:7', 'place ']);
  expect(keys('person')).toEqual(['person 9', 'person 8', 'person null']);
  expect(keys('plan')).toEqual(['outside', 'plan p']);
});

test('all lines have different keys', () => {
  const keys = lines([9, 8, 7, 6].map((n) => entry(n))).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
