import type { MessagePort } from 'node:worker_threads';
import { collectionReader } from '../read/collection-reader.ts';
import type { CacheFile } from '../handles.ts';
import { failureOf, openCache } from '../open-cache.ts';
import { serve, type Verbs } from './thread.ts';

/** Every query of a cache, behind a port. */
export function serveReader(port: MessagePort): void {
  /** Until the file is open, the key has not come. */
  const verbs: Verbs = {
    open(file: CacheFile): void {
      const db = openCache(file, 'read');
      Object.assign(verbs, collectionReader(db), { close: () => void db.close() });
    },
    close: () => undefined,
  };
  serve(port, verbs, failureOf);
}
