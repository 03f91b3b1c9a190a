import { parentPort } from 'node:worker_threads';
import { Failure } from '#shared/errors.ts';
import type { CacheFile } from './handles.ts';
import { failureOf, openCache } from './open-cache.ts';
import { scopedReader } from './scoped-reader.ts';
import { serve, type Verbs } from './thread.ts';
import { userReader } from './user-reader.ts';

if (parentPort === null) throw new Failure('bug', 'the read worker runs as a thread only');

/** Until the file is open, the key has not come. */
const verbs: Verbs = {
  open(file: CacheFile): void {
    const db = openCache(file, 'read');
    const own = { ...prefixed('users', userReader(db)), ...prefixed('lists', scopedReader(db)) };
    Object.assign(verbs, own, { close: () => void db.close() });
  },
  close: () => undefined,
};
serve(parentPort, verbs, failureOf);

function prefixed(prefix: string, all: Verbs): Verbs {
  return Object.fromEntries(Object.entries(all).map(([name, verb]) => [`${prefix}.${name}`, verb]));
}
