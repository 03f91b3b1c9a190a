import { afterSending } from '#main/api/client/exchange/after-sending.ts';
import type { CacheWriter } from '#main/cache/store-api.ts';
import { failed } from '#main/log-events.ts';
import type { Clock, Log } from '#main/ports.ts';
import type { StoredRow } from '#main/state/plans.ts';
import type { Operations } from '../operation-kit/operation.ts';
import { cacheCallsOf, uncertainWriteOf, type CacheCall } from './cache-effects.ts';

/** Fields of one row. `now`: when they were written or read. */
export type FieldsChange = Extract<CacheCall, { verb: 'putFields' }>['input'];
/** The verbs of the cache writer that the engine calls. */
export type Store = Pick<CacheWriter, 'put' | 'putFieldsOfRows' | 'markAllDeleted' | 'noteUncertain'>;

/** What a completed write or a read says about rows. */
interface Update {
  calls: () => CacheCall[];
  store: Store;
}

/** The changed fields of at most this many rows are stored in one call, and at most this long after their write. */
const mostRows = 100;
const delayMs = 50;

/**
 * Stores completed writes, and rows that were read for plans, in the caches that the windows read, in their order. If that
 * fails, the failure is only logged, because the write itself has succeeded.
 */
export interface CacheUpdates {
  /** Add a completed write of a plan. Waits only when many of them are not stored yet. */
  add(row: StoredRow, reply: unknown, target: { planId: string; store: Store }): Promise<void>;
  /** Add a write whose outcome is not known. */
  addUncertain(row: StoredRow, target: { planId: string; store: Store }): void;
  /** Add the fields of a row that was read. */
  addRead(change: FieldsChange, store: Store): void;
  /** Wait until everything that was added is stored. */
  flush(): Promise<void>;
  isDone(): boolean;
}

export function cacheUpdates({
  clock,
  log,
  operations,
}: {
  clock: Clock;
  log: Log;
  operations: Operations;
}): CacheUpdates {
  let added: Update[] = [];
  let waiting: { store: Store; changes: FieldsChange[] } | null = null;
  let last: Promise<void> = Promise.resolve();
  let calls = 0;

  function report(thrown: unknown): void {
    log.warn('write not cached', failed(thrown));
  }

  /** Call the store after all earlier calls. */
  function queue(call: () => Promise<unknown>): void {
    calls += 1;
    last = last
      .then(call)
      .catch(report)
      .then(() => void (calls -= 1));
  }

  function storeWaiting(): void {
    if (waiting === null) return;
    const { store, changes } = waiting;
    waiting = null;
    queue(async () => (await store.putFieldsOfRows({ changes })).forEach(report));
  }

  function addChange(change: FieldsChange, store: Store): void {
    if (waiting?.store !== store) storeWaiting();
    if (waiting !== null) return void waiting.changes.push(change);
    waiting = { store, changes: [change] };
    void clock.sleep(delayMs).then(storeWaiting);
  }

  function addCall(call: CacheCall, store: Store): void {
    if (call.verb === 'putFields') return addChange(call.input, store);
    storeWaiting();
    queue(() => (call.verb === 'put' ? store.put(call.input) : store.markAllDeleted(call.input)));
  }

  function queueAdded(): void {
    const updates = added;
    added = [];
    for (const { calls: callsOf, store } of updates) {
      try {
        for (const call of callsOf()) addCall(call, store);
      } catch (thrown) {
        report(thrown);
      }
    }
  }

  async function flush(): Promise<void> {
    queueAdded();
    storeWaiting();
    await last;
  }

  function addSoon(update: Update): void {
    if (added.push(update) === 1) afterSending(queueAdded);
  }

  return {
    async add(row, reply, { planId, store }) {
      const when = { planId, now: clock.now() };
      addSoon({ calls: () => cacheCallsOf(row, reply, operations[row.op], when), store });
      if (waiting !== null && waiting.changes.length >= mostRows) await flush();
    },
    addUncertain(row, { planId, store }) {
      const write = uncertainWriteOf(row, operations[row.op], { planId, now: clock.now() });
      if (write !== null) queue(() => store.noteUncertain(write));
    },
    addRead: (input, store) => addSoon({ calls: () => [{ verb: 'putFields', input }], store }),
    flush,
    isDone: () => added.length === 0 && waiting === null && calls === 0,
  };
}
