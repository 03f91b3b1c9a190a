import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { coverageOf, verdictOf, versionsOf, type CachedRunner, type CleanupRuleFacts } from './runner-fleet.ts';

const runner = (id: number, more: Partial<CachedRunner> = {}): CachedRunner => ({
  id,
  status: 'online',
  paused: false,
  description: `runner ${id}`,
  ...more,
});

test('tags with one serving runner come before tags with two; paused and offline runners do not serve', () => {
  const { tags, unknown } = coverageOf([
    runner(1, { tag_list: ['linux', 'gpu'] }),
    runner(2, { tag_list: ['linux'] }),
    runner(3, { tag_list: ['gpu'], paused: true }),
    runner(4, { tag_list: ['windows'], status: 'offline' }),
    runner(5, { tag_list: [] }),
    runner(6),
  ]);
  expect(tags.map(({ tag, serving }) => [tag, serving])).toEqual([
    ['windows', []],
    [null, [5]],
    ['gpu', [1]],
    ['linux', [1, 2]],
  ]);
  expect(unknown).toBe(1);
});

test('runners that are treated as paused leave gaps, which come first', () => {
  const fleet = [runner(1, { tag_list: ['linux', 'gpu'] }), runner(2, { tag_list: ['linux'] })];
  const { tags } = coverageOf(fleet, [1]);
  expect(tags).toMatchObject([
    { tag: 'gpu', serving: [1], servingAfter: [] },
    { tag: 'linux', serving: [1, 2], servingAfter: [2] },
  ]);
});

test('versions are sorted by number, unknown ones last', () => {
  const fleet = [
    runner(1, { version: '16.9.1' }),
    runner(2, { version: '16.10.0' }),
    runner(3),
    runner(4, { version: '' }),
  ];
  expect(versionsOf(fleet)).toEqual([
    { version: '16.10.0', runners: [2] },
    { version: '16.9.1', runners: [1] },
    { version: null, runners: [3, 4] },
  ]);
});

const now = Date.parse('2026-11-20T00:00:00Z');
const long = '2026-01-01T00:00:00Z';
const grounds: CleanupRuleFacts = {
  olderThanMs: days(30),
  excludeIds: new Set([2]),
  excludeTags: new Set(['keep']),
  isNeverIncluded: false,
  isListFresh: true,
  outdated: new Set(),
  now,
};
const silent = (id: number, more: Partial<CachedRunner> = {}): CachedRunner =>
  runner(id, { status: 'offline', contacted_at: long, ...more });

test('a cleanup pauses runners without recent contact, except for excluded, paused and unknown ones', () => {
  const fleet = [
    silent(1),
    silent(2),
    silent(3, { tag_list: ['keep'] }),
    silent(4, { paused: true }),
    silent(5, { contacted_at: '2026-11-19T00:00:00Z' }),
    silent(6, { contacted_at: null }),
    runner(7, { status: 'offline' }),
    silent(8, { status: 'online' }),
    runner(9, { status: 'never_contacted' }),
  ];
  const verdicts = (more: Partial<CleanupRuleFacts> = {}) =>
    fleet.map((one) => verdictOf(one, { ...grounds, ...more }));
  const expected = [
    ...['pause', 'excluded', 'excluded', 'already-paused', 'recent-contact', 'never'],
    ...['unknown', 'recent-contact', 'never'],
  ];
  expect(verdicts()).toEqual(expected);
  const included = verdicts({ isNeverIncluded: true });
  expect([included[5], included[8]]).toEqual(['pause', 'pause']);
});

test('a runner whose tags have an unexpected type is not paused if a rule excludes tags', () => {
  const odd = { ...silent(1), unexpected_values: { tag_list: 'keep,linux' } };
  expect(verdictOf(odd, grounds)).toBe('unknown');
  expect(verdictOf(odd, { ...grounds, excludeTags: new Set() })).toBe('pause');
});

test('outdated data pauses no runner', () => {
  const outdated = new Set([1, 2]);
  expect(verdictOf(silent(1), { ...grounds, outdated })).toBe('outdated');
  expect(verdictOf(silent(3), { ...grounds, outdated })).toBe('pause');
  expect(verdictOf(silent(1, { contacted_at: '2026-11-19T00:00:00Z' }), { ...grounds, outdated })).toBe(
    'recent-contact',
  );
  expect(verdictOf(runner(4, { status: 'online' }), { ...grounds, isListFresh: false })).toBe('unknown');
  expect(verdictOf(runner(4, { status: 'never_contacted' }), { ...grounds, isListFresh: false })).toBe('unknown');
});
