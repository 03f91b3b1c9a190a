import { expect, test } from 'vitest';
import { minutes, seconds } from '#shared/time.ts';
import { delaysOfEdges, quantile, requestsPerMinute, watchedFleet } from '../../helpers/watched-fleet.ts';

const limit = 300;

test('watches of 15 projects use less than 0.30 of the reported limit, are never refused, and notice changes in time', async () => {
  const fleet = await watchedFleet({ projects: 15, mirrors: 60, ratePerMinute: limit, moving: true });
  const { client, platform, pass, now } = fleet;
  const began = now();
  const used = await requestsPerMinute(fleet, 4);
  expect(Math.max(...used)).toBeLessThan(limit * 0.3);
  const delays = await delaysOfEdges(fleet, 6);
  expect(quantile(delays, 0.95)).toBeLessThanOrEqual(seconds(10));
  // Every project is checked within 20 minutes, also if nothing is under way there
  await pass(minutes(20) - (now() - began));
  const checked = platform.requests
    .list('GET /projects/:id/remote_mirrors')
    .filter(({ atMs }) => atMs >= began)
    .map(({ path }) => path);
  const withMirrors = new Set(platform.world.remoteMirrors.all().map(({ project_id: id }) => id));
  const missed = [...withMirrors].filter(
    (id) => !checked.some((path) => path.endsWith(`/projects/${id}/remote_mirrors`)),
  );
  expect(missed).toEqual([]);
  expect(platform.requests.list().filter(({ status }) => status === 429)).toEqual([]);
  const { allowedPerMinute, limitPerMinute, kinds } = await client.watches.status();
  expect(allowedPerMinute / (limitPerMinute ?? 1)).toBeLessThan(0.3);
  expect(kinds.filter(({ everyMs, effectiveMs }) => effectiveMs > everyMs)).toEqual([]);
});
