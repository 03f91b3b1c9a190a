import { expect, test } from 'vitest';
import { days, hours } from '#shared/time.ts';
import {
  readSaved,
  chartSpan,
  coreQuery,
  daySpan,
  keyOf,
  movedSpan,
  pathOf,
  presetOf,
  readQuery,
  spanOf,
} from './change-query.ts';

const nowMs = new Date(2026, 10, 28, 17, 30).getTime();
const read = (text: string) => readQuery(new URLSearchParams(text));

test('without a span, today and the seven days before it are shown', () => {
  const { since, until } = spanOf(read(''), nowMs);
  expect(new Date(since)).toEqual(new Date(2026, 10, 21));
  expect(until).toBe(nowMs);
  expect(presetOf(read(''))).toBe('8d');
});

test('a duration in hours is exact, and a moment is taken as it is', () => {
  expect(spanOf(read('since=1h'), nowMs)).toEqual({ since: nowMs - hours(1), until: nowMs });
  const exact = read('since=2026-11-01T00:00:00.000Z&until=2026-11-02T00:00:00.000Z');
  expect(spanOf(exact, nowMs)).toEqual({ since: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 10, 2) });
  expect(presetOf(exact)).toBe('');
});

test('unknown values of an address are ignored, known ones are in the query', () => {
  expect(read('since=soon&list=houses&kind=eaten&place=moon&person=x&by=me&group=age&view=all')).toEqual(read(''));
  const known = 'since=30d&view=new-tokens&list=users,members&kind=came&place=project%3A7&by=outside&group=day';
  expect(pathOf(read(known))).toBe(`/changes?${known.replace('users,members', 'users%2Cmembers')}`);
  expect(coreQuery(read(known), nowMs)).toMatchObject({
    view: 'new-tokens',
    filter: { collections: ['users', 'members'], kinds: ['came'], place: 'project:7', by: 'outside' },
  });
});

test('a link to a person shows all recorded changes, unless it has a span', () => {
  expect(spanOf(read('person=417'), nowMs).since).toBe(0);
  expect(spanOf(read('person=417&since=24h'), nowMs).since).toBe(nowMs - hours(24));
});

test('a span moves by its length, and not beyond now', () => {
  expect(movedSpan(read('since=24h'), 1, nowMs)).toBeNull();
  const before = movedSpan(read('since=24h'), -1, nowMs);
  expect(spanOf(before ?? read(''), nowMs)).toEqual({ since: nowMs - hours(48), until: nowMs - hours(24) });
  const late = {
    ...read(''),
    since: new Date(nowMs - hours(30)).toISOString(),
    until: new Date(nowMs - hours(6)).toISOString(),
  };
  expect(spanOf(movedSpan(late, 1, nowMs) ?? read(''), nowMs)).toEqual({ since: nowMs - hours(6), until: nowMs });
});

test('a day is a span from its start to its end', () => {
  const { since, until } = spanOf({ ...read(''), ...daySpan('2026-11-27') }, nowMs);
  expect([new Date(since), new Date(until + 1)]).toEqual([new Date(2026, 10, 27), new Date(2026, 10, 28)]);
});

test('the chart has at least two weeks, and at most 92 days', () => {
  expect(new Date(chartSpan(read('since=24h'), nowMs).since)).toEqual(new Date(2026, 10, 15));
  expect(nowMs - chartSpan(read('since=all'), nowMs).since).toBeLessThanOrEqual(days(92));
});

test.each([[[1]], [{ list: [1], view: { a: 1 } }], [[['list', 'users']]], [null]])(
  'a saved view with unexpected values shows all changes: %j',
  (saved) => expect(readSaved(saved)).toEqual(read('')),
);

test('queries with another span or grouping show the same view', () => {
  expect(keyOf(read('since=24h&group=day&list=users'))).toBe(keyOf(read('list=users')));
  expect(keyOf(read('list=users'))).not.toBe(keyOf(read('')));
});
