import { expect, test } from 'vitest';
import { hours, minutes, seconds } from '#shared/time.ts';
import { hasNoNews, isProbablyFinished, remember, type Look, type LookMemory } from './import-look.ts';
import { intervalOf } from './import-states.ts';

const look = (fingerprint: string, hasCommits = true): Look => ({
  kind: 'inferred',
  seen: { branches: 1, commits: hasCommits ? 1 : 0 },
  fingerprint,
});

test('three equal looks with a commit end an import, a change begins anew, and quick looks count as one', () => {
  let memory: LookMemory | null = null;
  const seen = (fingerprint: string, at: number): boolean => {
    memory = remember(memory, fingerprint, at);
    return isProbablyFinished(memory, look(fingerprint));
  };
  expect(seen('a', seconds(10))).toBe(false);
  expect(seen('a', seconds(20))).toBe(false);
  expect(seen('b', seconds(40))).toBe(false);
  expect(seen('b', seconds(41))).toBe(false);
  expect(seen('b', seconds(42))).toBe(false);
  expect(seen('b', seconds(60))).toBe(false);
  expect(seen('b', seconds(90))).toBe(true);
});

test('without a commit, and with a reported status, nothing is inferred', () => {
  const memory = { fingerprint: 'a', equal: 9, at: 0, newsAt: 0 };
  expect(isProbablyFinished(memory, look('a', false))).toBe(false);
  expect(isProbablyFinished(memory, { kind: 'reported', report: {}, fingerprint: 'a' })).toBe(false);
});

test('an import has no news after 24 hours without a change, but not because the clock was set back a day', () => {
  const memory = remember(null, 'a', hours(100));
  expect(hasNoNews(remember(memory, 'a', hours(123)), hours(123))).toBe(false);
  expect(hasNoNews(remember(memory, 'a', hours(124)), hours(124))).toBe(true);
  const setBack = remember(memory, 'a', hours(76));
  expect(setBack).toMatchObject({ newsAt: hours(76), equal: 2 });
});

test('each wait is one and a half times the one before, from 10 seconds to 5 minutes', () => {
  const waits: number[] = [];
  for (let age = 0; age < hours(1); age += waits.at(-1) ?? 0) waits.push(intervalOf(age));
  expect(waits.slice(0, 4)).toEqual([10_000, 15_000, 22_500, 33_750]);
  expect(waits.at(-1)).toBe(minutes(5));
  expect(intervalOf(-hours(24))).toBe(seconds(10));
});
