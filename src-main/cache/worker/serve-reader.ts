import type { MessagePort } from 'node:worker_threads';
import type { CacheFile } from '../handles.ts';
import { failureOf, openCache } from '../open-cache.ts';
import { scopedReader } from '../read/scoped-reader.ts';
import { serve, type Verbs } from './thread.ts';
import { userReader } from '../read/user-reader.ts';

/** Every query of a cache, behind a port. */
export function serveReader(port: MessagePort): void {
  /** Until the file is open, the key has not come. */
  const verbs: Verbs = {
    open(file: CacheFile): void {
      const db = openCache(file, 'read');
      const own = { ...prefixed('users', userReader(db)), ...prefixed('lists', scopedReader(db)) };
      Object.assign(verbs, own, { close: () => void db.close() });
    },
    close: () => undefined,
  };
  serve(port, verbs, failureOf);
}

function prefixed(prefix: string, all: Verbs): Verbs {
  return Object.fromEntries(Object.entries(all).map(([name, verb]) => [`${prefix}.${name}`, verb]));
}
