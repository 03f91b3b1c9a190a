import type { Place, Reader, Store } from '#main/cache/handles.ts';
import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';

export interface InstanceCache {
  store: Store;
  reader: Reader;
  /** Closes the reader first: the last connection must empty the write-ahead log, and a reader can't. */
  close(): Promise<void>;
}

interface Needs<R> {
  clock: Clock;
  openStore(): Promise<Store>;
  /** `after` is awaited while the thread starts. */
  openReader(after?: Promise<unknown>): Promise<Reader>;
  /** Create a new cache from the readable records of the damaged one. */
  salvage(): Promise<R>;
  /**
   * Replace the damaged file, while neither thread has it open. Returns the report to make once the new one is open.
   */
  swap(salvaged: R): () => void;
  onNotRepaired(why: Failure): void;
}

/** Minimum time between a failed repair and the next attempt. */
const repairRetryMs = minutes(1);

type Call = (...args: never[]) => Promise<unknown>;

/** Calls of a running sync, which a new cache does not know. */
const runCalls = ['putPage', 'restartWindow', 'finishPass', 'putListPage'] as const;
const beginCalls = ['beginPass', 'resumePass', 'beginList'] as const;
const otherCalls = [
  'addFacts',
  'dropFacts',
  'dropPass',
  'putRows',
  'put',
  'putFields',
  'markAllDeleted',
  'markDeleted',
  'markHidden',
  'markGone',
  'putFilterIds',
  'moveScopes',
  'syncPoint',
] as const;

/**
 * Both threads of a cache, which is repaired if either finds damage. Until the new cache is complete, the damaged one
 * is used for reading. Writes, and reads that hit the damage, wait for the new one. A running sync fails with
 * `invalid`/`corrupt` and must be started again.
 * Fails: like opening, except for damage.
 */
export async function repairableCache<R>(needs: Needs<R>): Promise<InstanceCache> {
  const changeListeners: Parameters<Store['onChanged']>[0][] = [];
  const namedListeners: Parameters<Store['onNamed']>[0][] = [];
  /** Null while the damaged file can't be opened. */
  let store: Store | null = null;
  let reader: Reader | null = null;
  let repairing: Promise<void> | null = null;
  /** Time of the last failed repair, for instance because the disk was full. */
  let failedAt: number | null = null;
  let isClosed = false;
  /** Number of replacements of the file. A sync belongs to the file in which it was started. */
  let generation = 0;
  const passes = new Map<string, number>();

  await openBoth();
  const cache: InstanceCache = { store: storeProxy(), reader: readerProxy(), close };
  return cache;

  async function openBoth(): Promise<void> {
    const opening = openStoreWithListeners();
    const [opened, read] = await Promise.allSettled([opening, needs.openReader(opening)]);
    store = opened.status === 'fulfilled' ? opened.value : null;
    reader = read.status === 'fulfilled' ? read.value : null;
    const failed = [opened, read].find((one) => one.status === 'rejected');
    if (failed === undefined) return;
    if (!isDamage(failed.reason)) {
      await closeStore();
      throw failed.reason;
    }
    // A file that the store could not open may still be readable
    if (store === null) reader = await needs.openReader().catch(() => null);
    if (reader === null) await repair();
    else void repair().catch(() => undefined);
  }

  async function openStoreWithListeners(): Promise<Store> {
    const opened = await needs.openStore();
    opened.onChanged((change) => changeListeners.forEach((listener) => listener(change)));
    opened.onNamed((named) => namedListeners.forEach((listener) => listener(named)));
    return opened;
  }

  function repair(): Promise<void> {
    const isTooEarly = needs.clock.now() < (failedAt ?? Number.NEGATIVE_INFINITY) + repairRetryMs;
    if (isClosed || isTooEarly) return Promise.reject(damage('the cache is damaged'));
    repairing ??= repairOnce()
      .catch((thrown: unknown) => {
        const failure = Failure.from(thrown);
        failedAt = needs.clock.now();
        needs.onNotRepaired(failure);
        throw failure;
      })
      .finally(() => (repairing = null));
    return repairing;
  }

  async function repairOnce(): Promise<void> {
    await closeStore();
    const salvaged = await needs.salvage();
    const before = reader;
    reader = null;
    await before?.close().catch(() => undefined);
    const reportRepair = needs.swap(salvaged);
    generation += 1;
    passes.clear();
    store = await openStoreWithListeners();
    reader = await needs.openReader();
    reportRepair();
  }

  async function closeStore(): Promise<void> {
    const before = store;
    store = null;
    await before?.close().catch(() => undefined);
  }

  async function writable(): Promise<Store> {
    await repairing;
    if (store === null) await repair();
    if (store === null) throw damage('the cache could not be opened');
    return store;
  }
  async function readable(): Promise<Reader> {
    if (reader === null) await (repairing ?? repair());
    if (reader === null) throw damage('the cache could not be opened');
    return reader;
  }

  function storeProxy(): Store {
    const own = {} as Record<string, Call>;
    for (const name of [...beginCalls, ...otherCalls])
      own[name] = (...args) => withRepair(async () => callOn(await writable(), name, args));
    for (const name of beginCalls) {
      const begin = own[name] as Call;
      own[name] = async (...args) => {
        const answer = await begin(...args);
        passes.set(keyOf(args[0]), generation);
        return answer;
      };
    }
    for (const name of runCalls) {
      own[name] = async (...args) => {
        const target = await writable();
        const begunIn = passes.get(keyOf(args[0]));
        if (begunIn === undefined && generation > 0) throw damage('this pass belonged to a damaged cache');
        try {
          return await callOn(target, name, args);
        } catch (thrown) {
          if (isDamage(thrown)) void repair().catch(() => undefined);
          throw thrown;
        }
      };
    }
    return {
      ...(own as unknown as Store),
      onChanged: (listener) => void changeListeners.push(listener),
      onNamed: (listener) => void namedListeners.push(listener),
      close,
    };
  }

  function readerProxy(): Reader {
    const over = <L extends object>(of: (from: Reader) => L, names: readonly string[]): L => {
      const own = {} as Record<string, unknown>;
      for (const name of names) {
        own[name] = (...args: never[]) => withRepair(async () => callOn(of(await readable()), name, args));
      }
      own['rows'] = async function* (...args: never[]) {
        try {
          const from = of(await readable()) as Record<string, (...given: never[]) => AsyncIterable<unknown>>;
          yield* from['rows']?.(...args) ?? [];
        } catch (thrown) {
          if (isDamage(thrown)) void repair().catch(() => undefined);
          throw thrown;
        }
      };
      return own as L;
    };
    const ofLists = ['list', 'ids', 'detail', 'summary', 'undetailed'];
    return {
      lists: ((stem: Parameters<Reader['lists']>[0]) => over((from) => from.lists(stem), ofLists)) as Reader['lists'],
      close,
    };
  }

  /** Repeat a call that hit the damage on the new cache. */
  async function withRepair<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      await repair();
      return work();
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    await repairing?.catch(() => undefined);
    await reader?.close();
    await closeStore();
  }
}

const isDamage = (thrown: unknown): boolean => thrown instanceof Failure && thrown.reason === 'corrupt';
const damage = (said: string): Failure => new Failure('invalid', said, { reason: 'corrupt' });
const keyOf = (place: unknown): string => `${(place as Place).collection} ${(place as Place).scope}`;

function callOn(target: object, name: string, args: readonly unknown[]): Promise<unknown> {
  const call = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
  return Reflect.apply(call, target, args);
}
