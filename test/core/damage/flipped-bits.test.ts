import { expect, test } from 'vitest';
import { flipPages } from '../../faults/flips.ts';

test('with a flipped bit in any database, Reeve starts, sends no write twice and reports what was lost', async () => {
  const { tried, wrong } = await flipPages({ seed: 7, step: 100 });
  expect(wrong).toEqual([]);
  expect(Object.keys(tried)).toEqual(expect.arrayContaining(['state.db', 'archive.db', 'cache.db']));
});
