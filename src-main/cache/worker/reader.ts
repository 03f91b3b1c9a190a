import type { ThreadStart } from '#main/ports.ts';
import type { collectionReader } from '../read/collection-reader.ts';
import type { CacheFile, ListReader, Reader } from '../handles.ts';
import type { Piece } from '../read/list-reader.ts';
import { startThread } from './thread.ts';

type ReadVerbs = ReturnType<typeof collectionReader> & { open(file: CacheFile): void; close(input: undefined): void };

/** Maximum rows in one piece of a streamed selection. Pieces of large rows have fewer. */
const pieceRows = 500;

/**
 * Start the reader of a cache in a thread of its own. The store must have opened the file before: `after` is waited for
 * while the thread starts, which takes as long as opening.
 * Fails as `after` and as `openCache` do, and with `bug` on every call once the thread has died.
 */
export async function openReader(start: ThreadStart, file: CacheFile, after?: Promise<unknown>): Promise<Reader> {
  const thread = startThread<ReadVerbs>(start);
  let closing: Promise<void> | undefined;
  try {
    await after;
    await thread.call('open', file);
  } catch (thrown) {
    await end();
    throw thrown;
  }
  return {
    // The worker knows stems by name; their rows get their types back at this border
    lists: ((stem: string) => listOf(stem)) as Reader['lists'],
    close: () => (closing ??= end()),
  };

  function listOf(stem: string): ListReader {
    return {
      list: (input, signal) => thread.call('list', { stem, ...input }, { signal }),
      ids: (input, signal) => thread.call('ids', { stem, ...input }, { signal }),
      detail: (at, signal) => thread.call('detail', { stem, ...at }, { signal }),
      summary: (scope, signal) => thread.call('summary', { stem, scope }, { signal }),
      rows: (selection, signal) =>
        pieces(
          () => thread.call('selected', { stem, selection }, { signal }),
          (keys) => thread.call('rows', { stem, keys }, { signal }),
        ),
      undetailed: (input, signal) => thread.call('undetailed', { stem, ...input }, { signal }),
    };
  }

  /** Keys once, then rows as they are wanted: a slow taker holds nothing back but its own next piece. */
  async function* pieces<T>(selected: () => Promise<Float64Array>, rowsOf: (keys: Float64Array) => Promise<Piece<T>>) {
    const keys = await selected();
    for (let from = 0; from < keys.length;) {
      const { rows, taken } = await rowsOf(keys.slice(from, from + pieceRows));
      if (rows.length > 0) yield rows;
      from += taken;
    }
  }

  async function end(): Promise<void> {
    try {
      await thread.call('close', undefined);
    } finally {
      await thread.ended();
    }
  }
}
