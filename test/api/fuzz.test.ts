import { expect, test } from 'vitest';
import { fuzz } from '../faults/fuzz/spawn.ts';

test('whatever a server answers, every call ends in a value or a failure, and no list breaks the cache', async () => {
  const { code, said, wrong } = await fuzz({ seed: 11, count: 400, crawls: 12 });
  expect(said).toMatch(/400 calls/);
  expect(said).toMatch(/12 crawls, \d+ rows, \d+ unreadable/);
  expect(code, wrong).toBe(0);
});
