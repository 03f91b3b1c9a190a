import { expect, test } from 'vitest';
import { minutes } from '#shared/time.ts';
import { cutConnections, mostRequests, sumOf } from '../../faults/cuts.ts';

test('connections that are cut in the middle of replies lose no row and repeat no write', async () => {
  const report = await cutConnections({ seed: 5, cuts: 15, projects: 0, watchMs: minutes(2), writes: 4 });
  const { cuts, rows, requests, wrong } = report;
  expect(wrong).toEqual([]);
  expect(cuts).toBe(15);
  expect(rows).toBeGreaterThan(800);
  expect(sumOf(requests.cut)).toBeLessThanOrEqual(mostRequests(report));
});
