import { parentPort } from 'node:worker_threads';
import { Failure } from '#shared/errors.ts';
import type { CacheFile } from './handles.ts';
import { failureOf, openCache } from './open-cache.ts';
import { serve, type Verbs } from './thread.ts';
import { userReader } from './user-reader.ts';

if (parentPort === null) throw new Failure('bug', 'the read worker runs as a thread only');

/** Until the file is open, the key has not come. */
const verbs: Verbs = {
  open(file: CacheFile): void {
    const db = openCache(file, 'read');
    const users = userReader(db);
    const named = Object.entries(users).map(([name, verb]) => [`users.${name}`, verb] as const);
    Object.assign(verbs, Object.fromEntries(named), { close: () => void db.close() });
  },
  close: () => undefined,
};
serve(parentPort, verbs, failureOf);
