import type { ThreadStart } from '#main/ports.ts';
import type { CacheFile, ListReader, Reader } from '../handles.ts';
import type { Piece } from '../read/list-reader.ts';
import type { scopedReader } from '../read/scoped-reader.ts';
import { startThread } from './thread.ts';
import type { userReader } from '../read/user-reader.ts';

type Prefixed<P extends string, V> = { [K in keyof V & string as `${P}.${K}`]: V[K] };
type ReadVerbs = Prefixed<'users', ReturnType<typeof userReader>> &
  Prefixed<'lists', ReturnType<typeof scopedReader>> & { open(file: CacheFile): void; close(input: undefined): void };

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
    users: {
      list: (input, signal) => thread.call('users.list', input, { signal }),
      ids: (input, signal) => thread.call('users.ids', input, { signal }),
      detail: (id, signal) => thread.call('users.detail', id, { signal }),
      summary: (signal) => thread.call('users.summary', undefined, { signal }),
      rows: (selection, signal) =>
        pieces(
          () => thread.call('users.selected', selection, { signal }),
          (ids) => thread.call('users.rows', ids, { signal }),
        ),
    },
    // The worker knows stems by name; their rows get their types back at this border
    lists: ((stem: string) => listOf(stem)) as Reader['lists'],
    close: () => (closing ??= end()),
  };

  function listOf(stem: string): ListReader {
    return {
      list: (input, signal) => thread.call('lists.list', { stem, ...input }, { signal }),
      ids: (input, signal) => thread.call('lists.ids', { stem, ...input }, { signal }),
      detail: (at, signal) => thread.call('lists.detail', { stem, ...at }, { signal }),
      summary: (scope, signal) => thread.call('lists.summary', { stem, scope }, { signal }),
      rows: (selection, signal) =>
        pieces(
          () => thread.call('lists.selected', { stem, selection }, { signal }),
          (keys) => thread.call('lists.rows', { stem, keys }, { signal }),
        ),
      undetailed: (input, signal) => thread.call('lists.undetailed', { stem, ...input }, { signal }),
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
