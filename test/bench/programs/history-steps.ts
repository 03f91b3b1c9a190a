import { openHistoryReader } from '#main/cache/history/past/open-history-reader.ts';
import type { HistoryReader } from '#main/cache/history/history-api.ts';
import type { ThreadStart } from '#main/ports.ts';
import { collectionVerbs } from '#shared/contract/collections.ts';
import { days, hours } from '#shared/time.ts';
import { percentiles } from '../statistics.ts';
import { builtWorkers } from './open-reeve.ts';
import { cacheIn, firstSyncAt, openRecorded, recordedUser } from './recorded-cache.ts';
import { durationMs } from './typed.ts';

/** Of 100 users, one changes. */
const share = 100;
const daysOfYear = 365;

const usersOf = (count: number, changed: (id: number) => boolean, version: number) =>
  Array.from({ length: count }, (_, at) => recordedUser(at + 1, changed(at + 1) ? version : 0));
const never = (): boolean => false;

/** What a step of the recording gets on the command line. */
interface Recording {
  users: number;
  /** False: without a history. */
  isRecorded: boolean;
  /** Of the users that change. It counts up. */
  version: number;
}
/** The first sync of users. */
export async function recordFirst(folder: string, recording: string) {
  const { users, isRecorded } = JSON.parse(recording) as Recording;
  const cache = openRecorded(folder, isRecorded);
  const cpuMs = cache.sync(usersOf(users, never, 0), firstSyncAt);
  cache.close();
  return { cpuMs };
}

/** Another sync in which 1 % of the users have changed. Returns the CPU time of the thread of the store. */
export async function recordChanges(folder: string, recording: string) {
  const { users, isRecorded, version } = JSON.parse(recording) as Recording;
  const cache = openRecorded(folder, isRecorded);
  const rows = usersOf(users, (id) => id % share === 7, version);
  const cpuMs = cache.sync(rows, firstSyncAt + hours(version));
  cache.close();
  return { cpuMs };
}

/**
 * The entries and rows of the coverage that an unchanged sync adds, and the growth of `history.db` in KB if 1 % of the
 * users have changed.
 */
export async function recordGrowth(folder: string, users: number) {
  const cache = openRecorded(folder, true);
  cache.sync(usersOf(users, never, 0), firstSyncAt);
  const entries = cache.count('entries');
  const coverage = cache.count('coverage');
  cache.sync(usersOf(users, never, 0), firstSyncAt + hours(1));
  const unchanged = cache.count('entries') - entries + cache.count('coverage') - coverage;
  const before = cache.historyKB();
  cache.sync(
    usersOf(users, (id) => id % share === 7, 1),
    firstSyncAt + hours(2),
  );
  const result = { unchanged, growthKB: cache.historyKB() - before };
  cache.close();
  return result;
}

/**
 * A year in which 1 % of the users change every day. Each day is a sync of the changed users only. They are neighbours,
 * because to write rows all over the cache takes most of the time of such a sync.
 */
export async function recordYear(folder: string, users: number) {
  const cache = openRecorded(folder, true);
  cache.sync(usersOf(users, never, 0), firstSyncAt);
  const changed = Math.ceil(users / share);
  for (let day = 1; day <= daysOfYear; day += 1) {
    const version = Math.ceil((day * changed) / users);
    const rows = Array.from({ length: changed }, (_, at) => recordedUser(1 + ((day * changed + at) % users), version));
    cache.sync(rows, firstSyncAt + days(day), { isPartial: true });
  }
  const result = { entries: cache.count('entries'), states: cache.count('states'), yearMB: cache.historyKB() / 1_024 };
  cache.close();
  return result;
}

type Asked = Parameters<ReturnType<HistoryReader['past']>['lists']>[0];
const users = 'users' satisfies Asked;
const windowRows = 128;

/** Questions about the cache of `recordYear`, each with a new thread, as the first one in a window. */
export async function askAboutYear(folder: string, read: ThreadStart = builtWorkers().read) {
  const end = firstSyncAt + days(daysOfYear + 0.5);
  const query = collectionVerbs.users.list.input.shape.query.parse({
    ...{ scope: '', filter: { two_factor: 'disabled' }, sort: { by: 'name', direction: 'desc' } },
  });
  const windowsAt = async (at: number) =>
    await withReader(async (reader) => {
      const list = (from: number) =>
        reader
          .past(at)
          .lists(users)
          .list({ query, slice: { from, count: windowRows } });
      let total = 0;
      const firstMs = await durationMs(async () => void ({ total } = await list(0)));
      const further: number[] = [];
      for (let at = 1; at <= 60; at += 1)
        further.push(await durationMs(() => list(Math.floor((total * ((at * 37) % 60)) / 60))));
      return { firstMs, furtherMs: percentiles(further).p95 };
    });
  const asked = (work: (reader: HistoryReader) => Promise<unknown>) =>
    withReader((reader) => durationMs(() => work(reader)));
  const year = { since: firstSyncAt, until: end };
  const changes = { filter: {}, view: null, search: '', slice: { from: 0, count: windowRows } };
  const row = { collection: 'users', scope: '', id: 7, slice: { from: 0, count: windowRows } };
  return {
    month: await windowsAt(end - days(30)),
    year: await windowsAt(firstSyncAt + days(0.5)),
    lifeMs: await asked((reader) => reader.life(row)),
    weekMs: await asked((reader) => reader.changes({ since: end - days(8), until: end, ...changes })),
    viewsMs: await asked((reader) => reader.viewCounts(year)),
    searchMs: await asked((reader) => reader.changes({ ...year, ...changes, search: 'person 77' })),
    compareMs: await asked((reader) => reader.compare({ a: firstSyncAt + days(0.5), b: end })),
  };

  async function withReader<T>(work: (reader: HistoryReader) => Promise<T>): Promise<T> {
    const reader = openHistoryReader(read, cacheIn(folder));
    try {
      await reader.viewCounts({ since: 0, until: 0 });
      return await work(reader);
    } finally {
      await reader.close();
    }
  }
}

/** Two moments of 1,000,000 small rows, of which 1 % have changed in between. */
export async function compareMillion(folder: string, read: ThreadStart = builtWorkers().read, rows = 1_000_000) {
  const cache = openRecorded(folder, true);
  const small = (id: number, version: number) => ({
    id,
    username: `user-${id}`,
    name: `Person ${id}`,
    locked: version > 0,
  });
  const all = (version: number) =>
    Array.from({ length: rows }, (_, at) => small(at + 1, at % share === 7 ? version : 0));
  cache.sync(all(0), firstSyncAt);
  cache.sync(
    all(1).filter(({ locked }) => locked),
    firstSyncAt + days(1),
    { isPartial: true },
  );
  cache.close();
  const reader = openHistoryReader(read, cacheIn(folder));
  const moments = { a: firstSyncAt + days(0.5), b: firstSyncAt + days(2) };
  let changed: number | undefined;
  const ms = await durationMs(async () => {
    const { collections } = await reader.compare(moments);
    changed = collections[0]?.changed;
  });
  await reader.close();
  if (changed !== rows / share) throw new Error(`${changed} rows have changed`);
  return { ms };
}
