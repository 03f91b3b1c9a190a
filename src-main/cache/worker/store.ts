import type { ThreadStart } from '#main/ports.ts';
import { remote, startThread, throwUnhandled, type Thread } from '#main/threads/rpc.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import type { CacheFile, Reference } from '../cache-types.ts';
import type { canReadAll, measure } from '../open-cache.ts';
import type { CacheWriter } from '../store-api.ts';
import type { Change } from '../write/revisions.ts';
import type { salvage, Salvaged, SalvageOrder } from '../write/salvage.ts';
import type { writer } from '../write/writer.ts';

type FileVerbs = {
  salvage: typeof salvage;
  canReadAll: typeof canReadAll;
  measure: typeof measure;
  close(input: undefined): void;
};

/** Run `salvage` in a thread of its own. */
export function salvageCache(start: ThreadStart, order: SalvageOrder): Promise<Salvaged> {
  return inOwnThread(start, (thread) => thread.call('salvage', order));
}

/** Run `canReadAll` in a separate thread. */
export function canReadAllOf(start: ThreadStart, file: CacheFile): Promise<boolean> {
  return inOwnThread(start, (thread) => thread.call('canReadAll', file));
}

/** Run `measure` in a separate thread. */
export function measureIn(start: ThreadStart, file: CacheFile): Promise<ReturnType<typeof measure>> {
  return inOwnThread(start, (thread) => thread.call('measure', file));
}

async function inOwnThread<T>(start: ThreadStart, run: (thread: Thread<FileVerbs>) => Promise<T>): Promise<T> {
  const thread = startThread<FileVerbs>(start);
  try {
    return await run(thread);
  } finally {
    await thread.call('close', undefined).catch(() => undefined);
    await thread.ended();
  }
}

/** `open` returns the names of the verbs of `writer`. */
type StoreVerbs = Omit<ReturnType<typeof writer>, 'close' | 'buildNextIndex'> & {
  open(file: CacheFile): string[];
  close(input: undefined): void;
};

/** A message that the store worker sends without a call. */
type Note = Change | { named: Reference[] } | { indexFailure: FailureData };

/**
 * Start the store worker, which creates the file if there is none. `onIndexFailure`: called if an index cannot be built.
 * `onLost`: called if its thread ends although nobody closed it. Fails: as `openCache` does; with `bug` on every call once
 * the thread has ended.
 */
export async function openStore(
  start: ThreadStart,
  file: CacheFile,
  onIndexFailure: (why: Failure) => void = () => undefined,
  onLost: (why: Failure) => void = throwUnhandled,
): Promise<CacheWriter> {
  const thread = startThread<StoreVerbs>(start);
  let closing: Promise<void> | undefined;
  let names: string[];
  const listeners: ((change: Change) => void)[] = [];
  /** Changes sent while the file was being opened, before there could be a listener. */
  const early: Change[] = [];
  let isOpening = true;
  const namedListeners: ((named: Reference[]) => void)[] = [];
  thread.onNote((sent) => {
    const note = sent as Note;
    if ('indexFailure' in note) onIndexFailure(Failure.fromData(note.indexFailure));
    else if ('named' in note) for (const listener of namedListeners) listener(note.named);
    else {
      if (isOpening) early.push(note);
      for (const listener of listeners) listener(note);
    }
  });
  try {
    names = await thread.call('open', file);
    isOpening = false;
    thread.onLost(onLost);
  } catch (thrown) {
    await end();
    throw thrown;
  }
  return {
    ...remote(thread, names),
    onChanged: (listener) => {
      listeners.push(listener);
      for (const change of early.splice(0)) listener(change);
    },
    onReferences: (listener) => void namedListeners.push(listener),
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
