import { expect, test } from 'vitest';
import type { Attempt } from '#main/api/types.ts';
import { connectionOf } from './connection.ts';

test('a reported budget is full again after its window, if no later reply reports one', () => {
  const clock = { now: () => 1_000, monotonic: () => 1_000, sleep: () => Promise.resolve() };
  const connection = connectionOf(clock, null, () => undefined);
  const note = (status: number, budget: Attempt['budget']): void =>
    connection.note({ at: 1_000, method: 'GET', status, ms: 1, failure: null, budget, heldUntil: null } as Attempt);
  note(429, { limit: 60, remaining: 0, resetAt: 61_000 });
  expect(connection.now().budget).toEqual({ limit: 60, remaining: 0, resetAt: 61_000 });
  note(200, null);
  expect(connection.now().budget).toEqual({ limit: 60, remaining: 60, resetAt: null });
});
