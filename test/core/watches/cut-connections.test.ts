import { expect, test } from 'vitest';
import { minutes } from '#shared/time.ts';
import { cutConnections, mostRequests, sumOf } from '../../faults/cuts.ts';

/** A list for each way of syncing: windows, details, places, changes only, deliveries. `npm run faults` uses all lists. */
const only = ['users', 'runners', 'members', 'remoteMirrors', 'mergeRequests', 'webhooks', 'webhookEvents'] as const;

test('connections that are cut in the middle of replies lose no row and repeat no write', async () => {
  const report = await cutConnections({ seed: 5, cuts: 15, projects: 0, watchMs: minutes(2), writes: 4, only });
  const { cuts, rows, requests, wrong } = report;
  expect(wrong).toEqual([]);
  expect(cuts).toBe(15);
  expect(rows).toBeGreaterThan(300);
  expect(sumOf(requests.cut)).toBeLessThanOrEqual(mostRequests(report));
});
