import { expect, test } from 'vitest';
import { hours } from '#shared/time.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';
import { watchedFleet, type WatchedFleet } from '../../helpers/watched-fleet.ts';

const only = ['runners'] as const;
const tagsOf = async ({ client }: WatchedFleet, id: number) =>
  (await client.runners.get({ scope: '', id }))?.row.tag_list;

/** The runners whose details were requested, with the number of requests. */
function requested({ platform }: WatchedFleet): Map<string, number> {
  const paths = platform.requests.list('GET /runners/:id').map(({ path }) => path);
  return new Map([...Map.groupBy(paths, (path) => path)].map(([path, all]) => [path, all.length]));
}

test('details of runners whose row is unchanged are synced a few at a time, the oldest first, within a daily number of requests', async () => {
  const fleet = await watchedFleet({ only });
  const { platform, pass } = fleet;
  const { runners } = platform.world;
  const tagged = runners.all()[3];
  if (tagged === undefined) throw new Error('no runner');
  tagged.tag_list = ['moved'];
  platform.requests.clear();
  await pass(hours(6));
  expect(await tagsOf(fleet, tagged.id)).toEqual(['moved']);
  const counts = requested(fleet);
  expect(counts.size).toBe(runners.size);
  expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
  expect(platform.requests.count('GET /runners/:id')).toBeLessThanOrEqual(600 / 4);
});

test('the details of many changed runners are synced in several checks, which also sync details of unchanged runners', async () => {
  const fleet = await watchedFleet({ only });
  const { platform, pass } = fleet;
  const all = platform.world.runners.all();
  platform.requests.clear();
  for (let turn = 0; turn < 12; turn += 1) {
    for (const runner of all.slice(1)) runner.paused = !runner.paused;
    await pass(hours(0.5));
  }
  const checks = platform.requests.count('GET /runners/all');
  expect(platform.requests.count('GET /runners/:id')).toBeLessThanOrEqual(checks * 9);
  expect(requested(fleet).get(`/api/v4/runners/${all[0]?.id}`)).toBeGreaterThan(1);
});

test('runners whose details the platform refuses are requested once a day, and the list is synced as before', async () => {
  const fleet = await watchedFleet({ only });
  const { client, platform, pass } = fleet;
  platform.faults.add({ kind: 'status', status: 403, message: '403 Forbidden', match: 'GET /runners/:id' });
  platform.requests.clear();
  await pass(hours(20));
  expect([...requested(fleet).values()]).toEqual(platform.world.runners.all().map(() => 1));
  const { rows } = await client.watches.list({ kind: 'runners', outcome: null, slice: { from: 0, count: 1 } });
  expect(rows).toMatchObject([{ outcome: 'ok', streak: 0 }]);
  expect(platform.requests.count('GET /runners/all')).toBeGreaterThan(200);
});

test('a list of runners that no watch syncs has no interval, so its age is not compared with an interval', async () => {
  const fleet = await watchedFleet({ only });
  const { client, platform, pass } = fleet;
  const group = `group:${platform.world.groups.lookup(GROUP_PATHS.top)?.id ?? 0}`;
  await client.jobs.sync({ collection: 'runners', scope: group });
  await pass(hours(1));
  const freshness = (scope: string) => client.watches.freshness({ collection: 'runners', scope });
  expect((await client.runners.summary({ scope: group })).completedAt).not.toBeNull();
  expect(await freshness(group)).toMatchObject({ checked: 1, staleAt: null, everyMs: null });
  expect((await freshness('')).everyMs).not.toBeNull();
});
