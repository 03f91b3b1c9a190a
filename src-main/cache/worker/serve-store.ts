import type { MessagePort } from 'node:worker_threads';
import { definitions } from '../definitions.ts';
import { serve, type Verbs } from '#main/threads/rpc.ts';
import type { CacheFile } from '../cache-types.ts';
import { copyHistory } from '../history/file/copy-history.ts';
import { historyFile } from '../history/file/history-file.ts';
import { salvageHistory } from '../history/file/salvage-history.ts';
import { canReadAll, failureOf, openCache } from '../open-cache.ts';
import { keepSight } from '../history/record/place-syncs.ts';
import { keepOwner } from '../owner.ts';
import { createTables } from '../schema.ts';
import { announcer } from '../write/revisions.ts';
import { salvage } from '../write/salvage.ts';
import { writer } from '../write/writer.ts';

/** Longer than the time between two pages of a sync, and longer than an open transaction waits for more pages. */
const idleMs = 400;

/** Run the verbs of `writer` that are called over a port. */
export function serveStore(port: MessagePort): void {
  let idleStep = (): boolean | number => false;
  /** The verbs of `writer` are added by `open`, which receives the key. */
  const verbs: Verbs = {
    open(file: CacheFile): string[] {
      const db = openCache(file, 'write');
      const announced = announcer((change) => served.note(change));
      try {
        createTables(db);
        const history =
          file.history === undefined
            ? null
            : historyFile(db, { file: file.history, key: file.key }, definitions, {
                recorded: (recorded) => served.note({ recorded }),
                damaged: () => served.note({ isHistoryDamaged: true }),
              });
        const { buildNextIndex, ...write } = writer(db, definitions, announced.announce, file.spelling, (named) =>
          served.note({ named }),
        );
        if (file.owner !== undefined) keepOwner(db, file.owner);
        if (file.seenBy !== undefined) keepSight(db, file.seenBy);
        const close = (): void => {
          try {
            history?.close();
            write.close();
          } finally {
            announced.end();
          }
        };
        const finishSyncRun: typeof write.finishSyncRun = (input) => {
          const outcome = write.finishSyncRun(input);
          history?.runEnded();
          return outcome;
        };
        const own = { ...write, finishSyncRun, ...history?.verbs };
        Object.assign(verbs, own, { close });
        idleStep = () => buildNextIndex() || (history?.step() ?? false);
        return Object.keys(own);
      } catch (thrown) {
        db.close();
        throw thrown;
      }
    },
    // These work on files that are not open in this thread
    salvage,
    canReadAll,
    salvageHistory,
    copyHistory,
    close: () => undefined,
  };
  const served = serve(port, verbs, failureOf, {
    afterMs: idleMs,
    step: () => idleStep(),
    onFailure: (failure) => served.note({ indexFailure: failure.toData() }),
  });
}
