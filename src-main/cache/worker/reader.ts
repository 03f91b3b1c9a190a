import type { ThreadStart } from '#main/ports.ts';
import { startThread, throwUnhandled, type Verbs } from '#main/threads/rpc.ts';
import type { CacheFile } from '../cache-types.ts';
import { remoteReader } from '../read/remote-reader.ts';
import type { CacheReader } from '../store-api.ts';

type ReaderVerbs = Verbs & {
  open(file: CacheFile): void;
  close(input: undefined): void;
};
/**
 * Start the read worker. The store worker must open the file first: `after` is the promise of that. Both start at the
 * same time. Fails: as `after` and `openCache` do; with `bug` on every call once the thread has ended.
 */
export async function openReader(start: ThreadStart, file: CacheFile, after?: Promise<unknown>): Promise<CacheReader> {
  const thread = startThread<ReaderVerbs>(start);
  try {
    await after;
    await thread.call('open', file);
    thread.onLost(throwUnhandled);
  } catch (thrown) {
    await thread.close();
    throw thrown;
  }
  return remoteReader(
    (verb, input, signal) => thread.call(verb, input as never, signal),
    () => thread.close(),
  );
}
