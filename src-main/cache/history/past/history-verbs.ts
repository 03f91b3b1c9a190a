import type { Verbs } from '#main/threads/rpc.ts';
import type { CacheFile } from '../../cache-types.ts';
import { openCache, type Connection } from '../../open-cache.ts';
import { attachHistory } from '../file/attach-history.ts';
import { historyQueries } from '../read/history-queries.ts';
import { pastReader, type PastCall } from './past-reader.ts';

/**
 * The verbs of the history thread. The reader of the past has a separate connection, because its temporary tables hide
 * those of the cache. Fails: as `openCache` and `attachHistory` do.
 */
export function historyVerbs(file: CacheFile): Verbs {
  const db = openWithHistory(file);
  let past: { db: Connection; read: (call: PastCall) => unknown } | null = null;
  return {
    ...historyQueries(db),
    past(call: PastCall): unknown {
      if (past === null) {
        const own = openWithHistory(file);
        past = { db: own, read: pastReader(own) };
      }
      return past.read(call);
    },
    close(): void {
      past?.db.close();
      db.close();
    },
  };
}

function openWithHistory(file: CacheFile): Connection {
  const db = openCache(file, 'past');
  try {
    attachHistory(db, file.history ?? '', file.key);
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}
