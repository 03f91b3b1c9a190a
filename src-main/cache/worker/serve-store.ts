import type { MessagePort } from 'node:worker_threads';
import { definitions } from '../definitions.ts';
import { serve, type Verbs } from '#main/threads/rpc.ts';
import type { CacheFile } from '../cache-types.ts';
import { canReadAll, failureOf, openCache } from '../open-cache.ts';
import { keepOwner } from '../owner.ts';
import { announcer } from '../write/revisions.ts';
import { salvage } from '../write/salvage.ts';
import { writer } from '../write/writer.ts';

/** Longer than the time between two pages of a sync, and longer than an open transaction waits for more pages. */
const idleMs = 400;

/** Run the verbs of `writer` that are called over a port. */
export function serveStore(port: MessagePort): void {
  let buildNextIndex = (): boolean => false;
  /** The verbs of `writer` are added by `open`, which receives the key. */
  const verbs: Verbs = {
    open(file: CacheFile): string[] {
      const db = openCache(file, 'write');
      const announced = announcer((change) => served.note(change));
      try {
        const { buildNextIndex: build, ...write } = writer(
          db,
          definitions,
          announced.announce,
          file.spelling,
          (named) => served.note({ named }),
        );
        if (file.owner !== undefined) keepOwner(db, file.owner);
        const close = (): void => {
          try {
            write.close();
          } finally {
            announced.end();
          }
        };
        Object.assign(verbs, write, { close });
        buildNextIndex = build;
        return Object.keys(write);
      } catch (thrown) {
        db.close();
        throw thrown;
      }
    },
    // These work on files that are not open in this thread
    salvage,
    canReadAll,
    close: () => undefined,
  };
  const served = serve(port, verbs, failureOf, {
    afterMs: idleMs,
    step: () => buildNextIndex(),
    onFailure: (failure) => served.note({ indexFailure: failure.toData() }),
  });
}
