import type { ThreadStart } from '#main/ports.ts';
import { remote, startThread, throwUnhandled } from '#main/threads/rpc.ts';
import type { Selection } from '#shared/contract/collection.ts';
import type { CacheFile } from '../cache-types.ts';
import type { Fields } from '../derive.ts';
import type { collectionReader } from '../read/collection-reader.ts';
import type { coverageReader } from '../read/coverage.ts';
import type { leaverMatcher } from '../read/leavers/match.ts';
import type { peopleReader } from '../read/people/people-reader.ts';
import type { groupPlaces } from '../read/places/group-places.ts';
import type { recentChanges } from '../read/recent-changes.ts';
import type { CacheReader, ListReader } from '../store-api.ts';

/** `open` returns the names of the verbs of `collectionReader`. */
type ReaderVerbs = ReturnType<typeof collectionReader<Fields>> &
  ReturnType<typeof coverageReader> & {
    open(file: CacheFile): string[];
    groupPlaces: ReturnType<typeof groupPlaces>;
    recentChanges: ReturnType<typeof recentChanges>;
    people: ReturnType<typeof peopleReader>;
    matchLeavers: ReturnType<typeof leaverMatcher>;
    close(input: undefined): void;
  };
type Call = (input: object, signal?: AbortSignal) => Promise<unknown>;

/** Maximum rows in one piece of a streamed selection. Pieces of large rows have fewer. */
const pieceRows = 500;

/**
 * Start the read worker. The store worker must open the file first: `after` is the promise of that. Both start at the
 * same time. Fails: as `after` and `openCache` do; with `bug` on every call once the thread has ended.
 */
export async function openReader(start: ThreadStart, file: CacheFile, after?: Promise<unknown>): Promise<CacheReader> {
  const thread = startThread<ReaderVerbs>(start);
  let names: string[];
  try {
    await after;
    names = await thread.call('open', file);
    thread.onLost(throwUnhandled);
  } catch (thrown) {
    await thread.close();
    throw thrown;
  }
  const calls = Object.entries(remote(thread, names)) as [string, Call][];
  return {
    // The worker finds collections by name; the type of their rows is added here
    lists: ((collection: string) => listOf(collection)) as CacheReader['lists'],
    recentChanges: (query, signal) => thread.call('recentChanges', query, signal),
    people: (query, signal) => thread.call('people', query, signal),
    coverage: (query, signal) => thread.call('coverage', query, signal),
    groupPlaces: (query, signal) => thread.call('groupPlaces', query, signal),
    coverageRows: (query, signal) => thread.call('coverageRows', query, signal),
    matchLeavers: (query, signal) => thread.call('matchLeavers', query, signal),
    close: () => thread.close(),
  };

  function listOf(collection: string): ListReader {
    const own = calls.map(([name, call]): [string, Call] => [
      name,
      (input, signal) => call({ collection, ...input }, signal),
    ]);
    return { ...(Object.fromEntries(own) as unknown as ListReader), rows };

    /** Reads the keys once, then each piece of rows when the caller asks for it. */
    async function* rows(selection: Selection, signal?: AbortSignal, fields?: readonly string[]) {
      const keys = await thread.call('selected', { collection, selection }, signal);
      for (let from = 0; from < keys.length;) {
        const next = { collection, keys: keys.slice(from, from + pieceRows), fields };
        const { rows: piece, taken } = await thread.call('rows', next, signal);
        if (piece.length > 0) yield piece;
        from += taken;
      }
    }
  }
}
