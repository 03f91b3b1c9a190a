import type { UserSelection } from '#shared/contract/users.ts';
import type { CacheFile, Reader } from './handles.ts';
import { startThread } from './thread.ts';
import type { userReader } from './user-reader.ts';

type UserVerbs = { [K in keyof ReturnType<typeof userReader> as `users.${K}`]: ReturnType<typeof userReader>[K] };
type ReadVerbs = UserVerbs & { open(file: CacheFile): void; close(input: undefined): void };

/** Rows that cross at once while a selection is streamed. */
const pieceRows = 500;

/**
 * Start the reader of a cache in a thread of its own. The store must have opened the file before: `after` is waited for
 * while the thread starts, which takes as long as opening.
 * Fails as `after` and as `openCache` do, and with `bug` on every call once the thread has died.
 */
export async function openReader(script: URL, file: CacheFile, after?: Promise<unknown>): Promise<Reader> {
  const thread = startThread<ReadVerbs>(script);
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
      rows: pieces,
    },
    close: () => (closing ??= end()),
  };

  /** Ids once, then rows as they are wanted: a slow taker holds nothing back but its own next piece. */
  async function* pieces(selection: UserSelection, signal?: AbortSignal) {
    const ids = await thread.call('users.selected', selection, { signal });
    for (let from = 0; from < ids.length; from += pieceRows) {
      const piece = await thread.call('users.rows', ids.slice(from, from + pieceRows), { signal });
      if (piece.length > 0) yield piece;
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
