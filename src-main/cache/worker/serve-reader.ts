import type { MessagePort } from 'node:worker_threads';
import { serve, type Verbs } from '#main/threads/rpc.ts';
import { historyVerbs } from '../history/past/history-verbs.ts';
import { readerVerbs } from '../read/reader-verbs.ts';
import type { CacheFile } from '../cache-types.ts';
import { failureOf, openCache } from '../open-cache.ts';

/** Run the verbs of `readerVerbs`, or those of `historyVerbs`, that are called over a port. */
export function serveReader(port: MessagePort): void {
  /** The verbs are added by `open` or `openHistory`, which receives the key. */
  const verbs: Verbs = {
    open(file: CacheFile): void {
      const db = openCache(file, 'read');
      Object.assign(verbs, readerVerbs(db), { close: () => void db.close() });
    },
    openHistory: (file: CacheFile): void => void Object.assign(verbs, historyVerbs(file)),
    close: () => undefined,
  };
  serve(port, verbs, failureOf);
}
