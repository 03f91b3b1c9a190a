import type { ThreadStart } from '#main/ports.ts';
import { remote, startThread, throwUnhandled } from '#main/threads/rpc.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import type { CacheFile, Reference } from '../cache-types.ts';
import type { copyHistory } from '../history/file/copy-history.ts';
import type { salvageHistory } from '../history/file/salvage-history.ts';
import type { canReadAll } from '../open-cache.ts';
import type { CacheWriter, HistoryVerbs, RecordedChange } from '../store-api.ts';
import type { Change } from '../write/revisions.ts';
import type { salvage } from '../write/salvage.ts';
import type { writer } from '../write/writer.ts';

type FileVerbs = {
  salvage: typeof salvage;
  canReadAll: typeof canReadAll;
  salvageHistory: typeof salvageHistory;
  copyHistory: typeof copyHistory;
};

/** Run a verb that works on files which are not open, in a separate thread. Fails: as the verb does. */
export async function inOwnThread<V extends keyof FileVerbs>(
  start: ThreadStart,
  verb: V,
  input: Parameters<FileVerbs[V]>[0],
): Promise<ReturnType<FileVerbs[V]>> {
  const thread = startThread<FileVerbs>(start);
  try {
    return await thread.call(verb, input);
  } finally {
    await thread.close().catch(() => undefined);
  }
}

/** `open` returns the names of the verbs of `writer`, and of the history if there is one. */
type StoreVerbs = Omit<ReturnType<typeof writer>, 'close' | 'buildNextIndex'> &
  HistoryVerbs & {
    open(file: CacheFile): string[];
    close(input: undefined): void;
  };

/** A message that the store worker sends without a call. */
type Note =
  | Change
  | { named: Reference[] }
  | { indexFailure: FailureData }
  | { recorded: RecordedChange }
  | { isHistoryDamaged: true };

/**
 * Start the store worker, which creates the file if there is none. `onIndexFailure`: called if an index cannot be built.
 * `onLost`: called if its thread ends without being closed. `onHistoryDamaged`: called, also repeatedly, until
 * `reopenHistory` is called. Fails: as `openCache` does; with `bug` on every call once
 * the thread has ended.
 */
export async function openStore(
  start: ThreadStart,
  file: CacheFile,
  onIndexFailure: (why: Failure) => void = () => undefined,
  onLost: (why: Failure) => void = throwUnhandled,
  onHistoryDamaged: () => void = () => undefined,
): Promise<CacheWriter> {
  const thread = startThread<StoreVerbs>(start);
  let names: string[];
  const listeners: ((change: Change) => void)[] = [];
  /** Changes sent while the file was being opened, before there could be a listener. */
  const early: Change[] = [];
  let isOpening = true;
  const recordedListeners: ((recorded: RecordedChange) => void)[] = [];
  const namedListeners: ((named: Reference[]) => void)[] = [];
  thread.onNote((sent) => {
    const note = sent as Note;
    if ('indexFailure' in note) onIndexFailure(Failure.fromData(note.indexFailure));
    else if ('isHistoryDamaged' in note) onHistoryDamaged();
    else if ('recorded' in note) for (const listener of recordedListeners) listener(note.recorded);
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
    await thread.close();
    throw thrown;
  }
  return {
    ...remote(thread, names),
    onChanged: (listener) => {
      listeners.push(listener);
      for (const change of early.splice(0)) listener(change);
    },
    onReferences: (listener) => void namedListeners.push(listener),
    onRecorded: (listener) => void recordedListeners.push(listener),
    close: () => thread.close(),
  };
}
