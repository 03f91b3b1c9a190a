import type { ThreadStart } from '#main/ports.ts';
import type { CacheFile, Named, Store } from '../handles.ts';
import type { Change } from '../write/revisions.ts';
import type { salvage, Salvaged, SalvageOrder } from '../write/salvage.ts';
import { startThread } from './thread.ts';
import type { writer } from '../write/writer.ts';

/** Run `salvage` in a thread of its own. */
export async function salvageCache(start: ThreadStart, order: SalvageOrder): Promise<Salvaged> {
  const thread = startThread<{ salvage: typeof salvage; close(input: undefined): void }>(start);
  try {
    return await thread.call('salvage', order);
  } finally {
    await thread.call('close', undefined).catch(() => undefined);
    await thread.ended();
  }
}

type StoreVerbs = ReturnType<typeof writer> & { open(file: CacheFile): void; close(input: undefined): void };

/**
 * Start the writer of a cache in a thread of its own; it makes the file when there is none.
 * Fails as `openCache` does, and with `bug` on every call once the thread has died.
 */
export async function openStore(start: ThreadStart, file: CacheFile): Promise<Store> {
  const thread = startThread<StoreVerbs>(start);
  let closing: Promise<void> | undefined;
  const listeners: ((change: Change) => void)[] = [];
  /** Changes reported while the file was being opened, before anything could listen. */
  const early: Change[] = [];
  let isOpening = true;
  const namedListeners: ((named: Named[]) => void)[] = [];
  thread.onNote((note) => {
    const told = note as Change | { named: Named[] };
    if (!('named' in told) && isOpening) early.push(told);
    if ('named' in told) for (const listener of namedListeners) listener(told.named);
    else for (const listener of listeners) listener(told);
  });
  try {
    await thread.call('open', file);
    isOpening = false;
  } catch (thrown) {
    await end();
    throw thrown;
  }
  return {
    beginPass: (place, plan) => thread.call('beginPass', { place, plan }),
    resumePass: (place) => thread.call('resumePass', { place }),
    putPage: (place, page) => thread.call('putPage', { place, page }, { transfer: [page.body] }),
    restartWindow: (place, key) => thread.call('restartWindow', { place, key }),
    finishPass: (place, options) => thread.call('finishPass', { place, ...options }),
    beginList: (place, pass) => thread.call('beginList', { place, ...pass }),
    syncPoint: (place) => thread.call('syncPoint', { place }),
    addFacts: (key, facts) => thread.call('addFacts', { key, facts }),
    dropFacts: (key) => thread.call('dropFacts', { key }),
    putListPage: (place, page) =>
      thread.call('putListPage', { place, page }, { transfer: page.rows instanceof ArrayBuffer ? [page.rows] : [] }),
    putRows: (place, rows, now) => thread.call('putRows', { place, rows, now }),
    dropPass: (place) => thread.call('dropPass', { place }),
    putFields: (at, fields, now) => thread.call('putFields', { at, fields, now }),
    markAllDeleted: (at, now) => thread.call('markAllDeleted', { at, now }),
    markDeleted: (place, id, now) => thread.call('markDeleted', { place, id, now }),
    markHidden: (place, now) => thread.call('markHidden', { place, now }),
    put: (place, id, record, now) => thread.call('put', { place, id, record, now }),
    markGone: (place, id, now) => thread.call('markGone', { place, id, now }),
    putFilterIds: (place, filter, ids, now) => thread.call('putFilterIds', { place, filter, ids, now }),
    moveScopes: (moves) => thread.call('moveScopes', moves),
    onChanged: (listener) => {
      listeners.push(listener);
      for (const change of early.splice(0)) listener(change);
    },
    onNamed: (listener) => void namedListeners.push(listener),
    close: () => (closing ??= end()),
  };

  async function end(): Promise<void> {
    try {
      await thread.call('close', undefined);
    } finally {
      await thread.ended();
    }
  }
}
