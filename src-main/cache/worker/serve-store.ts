import type { MessagePort } from 'node:worker_threads';
import { definitions } from '../definitions.ts';
import type { CacheFile } from '../handles.ts';
import { failureOf, openCache } from '../open-cache.ts';
import { keepOwner } from '../owner.ts';
import { announcer } from '../write/revisions.ts';
import { salvage } from '../write/salvage.ts';
import { serve, type Verbs } from './thread.ts';
import { writer } from '../write/writer.ts';

/** The only writer of a cache, behind a port. */
export function serveStore(port: MessagePort): void {
  /** Until the file is open, the key has not come. */
  const verbs: Verbs = {
    open(file: CacheFile): void {
      const db = openCache(file, 'write');
      const told = announcer((change) => served.note(change));
      try {
        const write = writer(db, definitions, told.announce, file.spelling, (named) => served.note({ named }));
        if (file.owner !== undefined) keepOwner(db, file.owner);
        const close = (): void => {
          try {
            write.close();
          } finally {
            told.end();
          }
        };
        Object.assign(verbs, write, { close });
      } catch (thrown) {
        db.close();
        throw thrown;
      }
    },
    /** Of a file that is not open here. */
    salvage,
    close: () => undefined,
  };
  const served = serve(port, verbs, failureOf);
}
