import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { history } from './history.ts';

const at = new Date(2026, 10, 19, 2, 4).getTime();
const now = new Date(2026, 10, 28, 17, 0).getTime();
const recorded = { since: at, removedBefore: null, gaps: [] };

test('a change that a sync found has a span, a change by Reeve has its exact time', () => {
  const since = at - days(1);
  expect(history.span({ since, at }, now)).toBe('Between the syncs of Nov 18, 02:04 and Nov 19, 02:04');
  expect(history.span({ since: null, at }, now)).toBe('Exact time, from the reply');
});

test('a plan that is no longer stored is not named', () => {
  const by = { kind: 'reeve', planId: 'p', journalId: null } as const;
  expect(history.bySentence({ ...by, plan: 'Raise limits' })).toBe('By Reeve, plan Raise limits');
  expect(history.bySentence({ ...by, plan: null })).toBe('By Reeve');
  expect(history.bySentence({ kind: 'outside' })).toBe('Outside of Reeve');
});

test('a history names its beginning, and a span that began later than recording is complete', () => {
  expect(history.recordedSince(recorded, now)).toBe('Recorded since Nov 19. Earlier changes are not known.');
  expect(history.none(recorded, null, now)).toBe('No changes recorded since Nov 19.');
  expect(history.none(recorded, days(30), now)).toBe('No changes recorded since Nov 19.');
  expect(history.none(recorded, days(7), now)).toBe('No changes in the last 7 days.');
  expect(history.none({ ...recorded, since: null }, days(7), now)).toBe('No changes recorded yet.');
});

test('a gap shows its reason', () => {
  expect(history.gap({ from: at, until: at + days(1), why: 'disk-full' }, now)).toBe(
    'Changes between Nov 19, 02:04 and Nov 20, 02:04 are not known: the disk was full.',
  );
});
