import { collectionNames, type CollectionName } from '#shared/contract/collections.ts';
import { minutes, seconds } from '#shared/time.ts';
import type { FakeClock } from './fake-ports.ts';
import { rig, until, type Rig } from './rig.ts';
import { virtualClock } from './virtual-clock.ts';
import type { Settings } from '../platform/settings.ts';

export interface WatchedFleet extends Rig {
  /** Let simulated time pass. */
  pass: (ms: number) => Promise<void>;
  now: () => number;
  /** The clock of the core. */
  clock: FakeClock;
}

interface FleetSettings extends Partial<Settings> {
  /** The lists that are set up and watched; the others are switched off. Default: all. */
  only?: readonly CollectionName[];
}

/** An instance that was set up and is watched, in simulated time over real sockets. The world and the core share it. */
export async function watchedFleet({ only = collectionNames, ...settings }: FleetSettings): Promise<WatchedFleet> {
  const { atMs = Date.parse('2026-11-20T08:00:00Z') } = settings;
  let follow: (now: number) => void = () => undefined;
  const clock = virtualClock((now) => follow(now), atMs);
  const rigged = await rig({
    ...{ isAutomatic: true, atMs, ...settings },
    clockOf: ({ clock: world }) => {
      follow = (now) => world.set(now);
      return clock;
    },
  });
  const { client } = rigged;
  const off = collectionNames.filter((name) => !only.includes(name));
  await client.setup.setOff({ collections: off, isOff: true });
  const pass = (ms: number): Promise<void> => clock.advance(ms);
  const stateAfter = async (ms: number) => {
    await pass(ms);
    return (await client.setup.get()).state;
  };
  const state = await until(
    () => stateAfter(seconds(5)),
    (now) => now === 'asks' || now === 'done',
  );
  if (state === 'asks') await client.setup.start({ choice: 'everything' });
  await until(
    () => stateAfter(seconds(30)),
    (now) => now === 'done',
  );
  return Object.assign(rigged, { pass, now: () => clock.now(), clock });
}

/**
 * Start updates of mirrors in this many projects, one in each, and let them be seen. Returns for each the time from its
 * end until the first request that could show it, in milliseconds; infinite: none in the time of the test.
 */
export async function delaysOfEdges(fleet: WatchedFleet, projects: number): Promise<number[]> {
  const { client, platform, pass, now } = fleet;
  const mirrors = new Map(
    platform.world.remoteMirrors
      .all()
      .filter(({ enabled }) => enabled)
      .map((mirror) => [mirror.project_id, mirror]),
  );
  const chosen = [...mirrors.values()].slice(-projects);
  const began = now();
  chosen.forEach((mirror, at) =>
    platform.world.remoteMirrors.schedule(mirror, {
      ...{ waitsMs: 0, takesMs: seconds(40 + ((at * 7) % 60)), error: at % 2 === 0 ? null : 'it hung up' },
    }),
  );
  const ends = new Map(chosen.map(({ project_id: id, updates }) => [id, updates.at(-1)?.endsAt ?? 0]));
  for (const { project_id: id } of chosen) {
    await client.watches.runNow({ kind: 'remote-mirrors', place: `project:${id}`, isFailedOnly: false });
  }
  await pass(minutes(2.5));
  const seen = platform.requests.list('GET /projects/:id/remote_mirrors').filter(({ atMs }) => atMs >= began);
  return [...ends].map(([id, endsAt]) => {
    const first = seen.find(({ path, atMs }) => atMs >= endsAt && path.endsWith(`/projects/${id}/remote_mirrors`));
    return first === undefined ? Number.POSITIVE_INFINITY : first.atMs - endsAt;
  });
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

/** Requests in each of the next simulated minutes. */
export async function requestsPerMinute({ platform, pass }: WatchedFleet, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let minute = 0; minute < count; minute += 1) {
    const before = platform.requests.count();
    await pass(minutes(1));
    all.push(platform.requests.count() - before);
  }
  return all;
}
