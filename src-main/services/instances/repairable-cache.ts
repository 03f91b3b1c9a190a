import type { Place } from '#main/cache/cache-types.ts';
import type { HistoryReader } from '#main/cache/history/history-api.ts';
import type { CacheReader, CacheWriter, ListReader } from '#main/cache/store-api.ts';
import type { Clock } from '#main/ports.ts';
import type { Selection } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { aborted, Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import { beingChecked } from '../examinations.ts';
import { callOn, methodProxy } from './method-proxy.ts';

export interface InstanceCache {
  store: CacheWriter;
  reader: CacheReader;
  history: HistoryReader;
  /** Damage was reported, and the file is being read again. */
  isExamined(): boolean;
  /** Closes the reader first: the last connection must empty the write-ahead log, and a reader can't. */
  close(): Promise<void>;
}

interface Needs<R> {
  clock: Clock;
  openStore(): Promise<CacheWriter>;
  /** `after` is awaited while the thread starts. */
  openReader(after?: Promise<unknown>): Promise<CacheReader>;
  /** Its thread is started by the first call after `close`. */
  history: HistoryReader;
  /** Whether the file is damaged each time it is read again, after damage was reported. */
  isDamaged(signal: AbortSignal): Promise<boolean>;
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
/** A file that can't be opened this many times is damaged, even if reading it finds no damage. */
const mostOpenings = 3;

/** Calls of a running sync, which a new cache does not know. */
const runVerbs = new Set<string>(['putPage', 'restartWindow', 'finishSyncRun', 'putListPage'] satisfies Verb[]);
const beginVerbs = new Set<string>(['beginSyncRun', 'resumeSyncRun', 'beginList'] satisfies Verb[]);
type Verb = keyof CacheWriter;

/**
 * Both threads of a cache, which is examined if either finds damage, and repaired if it is damaged. Until the new cache
 * is complete, the damaged one is used for reading. Writes wait until the file is whole, and so do reads that hit the
 * damage, except that they fail with `throttled`/`checking` during the examination. A running sync fails with
 * `invalid`/`corrupt` and must be started again. The thread of the history is closed while the file is replaced.
 * Fails: like opening, except for damage.
 */
export async function repairableCache<R>(needs: Needs<R>): Promise<InstanceCache> {
  /** Functions that add a listener to a store. They are called again for a new store. */
  const listeners: ((to: CacheWriter) => void)[] = [];
  /** Null while the damaged file can't be opened. */
  let store: CacheWriter | null = null;
  let reader: CacheReader | null = null;
  let repairing: Promise<void> | null = null;
  /** Time of the last failed repair, for instance because the disk was full. */
  let failedAt: number | null = null;
  let isExamined = false;
  const closing = new AbortController();
  /** How often the file was opened again. A sync fails if the file was opened again after its start. */
  let generation = 0;
  const passes = new Map<string, number>();

  await openBoth();
  const history = methodProxy<HistoryReader>(
    {
      past: (at) => readerOver(async () => (await readable()) && needs.history.past(at), ofHistory),
      close: () => needs.history.close(),
    },
    (verb) => (input, signal) =>
      ofHistory(async () => (await readable()) && callOn(needs.history, verb, [input, signal])),
  );
  return { store: storeProxy(), reader: readerOver(readable), history, isExamined: () => isExamined, close };

  function readerOver(read: () => Promise<CacheReader>, attempt = reading): CacheReader {
    return methodProxy<CacheReader>(
      { lists: ((name) => listOf(read, name, attempt)) as CacheReader['lists'], close },
      (verb) => (query, signal) => attempt(async () => callOn(await read(), verb, [query, signal])),
    );
  }

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

  async function openStoreWithListeners(): Promise<CacheWriter> {
    const opened = await needs.openStore();
    for (const add of listeners) add(opened);
    return opened;
  }

  function repair(): Promise<void> {
    const isTooEarly = needs.clock.now() < (failedAt ?? Number.NEGATIVE_INFINITY) + repairRetryMs;
    if (closing.signal.aborted || isTooEarly) return Promise.reject(damage('the cache is damaged'));
    repairing ??= repairOnce()
      .catch((thrown: unknown) => {
        const failure = Failure.from(thrown);
        failedAt = needs.clock.now();
        if (!closing.signal.aborted) needs.onNotRepaired(failure);
        throw failure;
      })
      .finally(() => (repairing = null));
    return repairing;
  }

  async function repairOnce(): Promise<void> {
    isExamined = true;
    await closeStore();
    for (let opened = 0; opened < mostOpenings; opened += 1) {
      isExamined = true;
      if (await needs.isDamaged(closing.signal).finally(() => (isExamined = false))) break;
      if (await openAgain()) return;
    }
    const salvaged = await needs.salvage();
    await closeReader();
    const reportRepair = needs.swap(salvaged);
    if (!(await openAgain())) throw damage('the new cache is damaged');
    reportRepair();
  }

  /** False: opening the file found damage. */
  async function openAgain(): Promise<boolean> {
    await closeReader();
    generation += 1;
    passes.clear();
    try {
      store = await openStoreWithListeners();
      reader = await needs.openReader();
      return true;
    } catch (thrown) {
      await closeStore();
      if (isDamage(thrown)) return false;
      throw thrown;
    }
  }

  async function closeReader(): Promise<void> {
    const before = reader;
    reader = null;
    await needs.history.close().catch(() => undefined);
    await before?.close().catch(() => undefined);
  }

  async function closeStore(): Promise<void> {
    const before = store;
    store = null;
    await before?.close().catch(() => undefined);
  }

  async function writable(): Promise<CacheWriter> {
    await repairing;
    if (store === null) await repair();
    if (store === null) throw damage('the cache could not be opened');
    return store;
  }
  async function readable(): Promise<CacheReader> {
    if (reader === null) await (repairing === null ? repair() : unlessExamined(repairing));
    if (reader === null) throw damage('the cache could not be opened');
    return reader;
  }

  function listen(add: (to: CacheWriter) => void): void {
    listeners.push(add);
    if (store !== null) add(store);
  }

  function storeProxy(): CacheWriter {
    return methodProxy<CacheWriter>(
      {
        onChanged: (listener) => listen((to) => to.onChanged(listener)),
        onReferences: (listener) => listen((to) => to.onReferences(listener)),
        onRecorded: (listener) => listen((to) => to.onRecorded(listener)),
        close,
      },
      (verb) => (input, signal) => {
        if (runVerbs.has(verb)) return callInSync(verb, input);
        const answer = withRepair(async () => callOn(await writable(), verb, [input, signal]));
        if (!beginVerbs.has(verb)) return answer;
        return answer.then((begun) => {
          passes.set(keyOf(input), generation);
          return begun;
        });
      },
    );
  }

  async function callInSync(verb: string, input: { place: Place }): Promise<unknown> {
    const target = await writable();
    const begunIn = passes.get(keyOf(input));
    if (begunIn === undefined && generation > 0) throw damage('this sync belonged to an earlier connection');
    try {
      return await callOn(target, verb, [input]);
    } catch (thrown) {
      repairIfDamaged(thrown);
      throw thrown;
    }
  }

  function listOf(
    read: () => Promise<CacheReader>,
    name: CollectionName,
    attempt: typeof reading,
  ): ListReader<unknown> {
    async function* rows(selection: Selection, signal?: AbortSignal, fields?: readonly string[]) {
      try {
        yield* (await read()).lists(name).rows(selection, signal, fields);
      } catch (thrown) {
        repairIfDamaged(thrown);
        throw thrown;
      }
    }
    return methodProxy<ListReader<unknown>>({ rows }, (verb) => (input, signal) => {
      return attempt(async () => callOn((await read()).lists(name), verb, [input, signal]));
    });
  }

  function repairIfDamaged(thrown: unknown): void {
    if (isDamage(thrown)) void repair().catch(() => undefined);
  }

  /** After a call found damage: repair the cache, and repeat the call on the new one. */
  async function withRepair<T>(work: () => Promise<T>, until = (repaired: Promise<void>) => repaired): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      await until(repair());
      return work();
    }
  }
  function reading<T>(work: () => Promise<T>): Promise<T> {
    return withRepair(work, unlessExamined);
  }
  /** The thread of the history reads both files, and either may be damaged. */
  async function ofHistory<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (isDamage(thrown) && (await store?.examineHistory(undefined)) !== true) repairIfDamaged(thrown);
      throw thrown;
    }
  }
  function unlessExamined(repaired: Promise<void>): Promise<void> {
    if (!isExamined) return repaired;
    repaired.catch(() => undefined);
    throw beingChecked();
  }

  async function close(): Promise<void> {
    closing.abort(aborted());
    await repairing?.catch(() => undefined);
    await closeReader();
    await closeStore();
  }
}

const isDamage = (thrown: unknown): boolean => thrown instanceof Failure && thrown.reason === 'corrupt';
const damage = (message: string): Failure => new Failure('invalid', message, { reason: 'corrupt' });
const keyOf = ({ place }: { place: Place }): string => `${place.collection} ${place.scope}`;
