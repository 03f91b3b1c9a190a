import { collectionNames, type CollectionName } from '#shared/contract/collections.ts';
import type { Verbs } from '#main/threads/rpc.ts';
import type { CacheFile } from '../../cache-types.ts';
import { definitions } from '../../definitions.ts';
import { openCache, type Connection } from '../../open-cache.ts';
import { readerVerbs } from '../../read/reader-verbs.ts';
import { attachHistory } from '../file/open-history.ts';
import { inOneState } from '../read/all-entries.ts';
import { historyQueries } from '../read/history-queries.ts';
import { endMoment, momentOf, type Moment } from './moment.ts';
import { requireRecorded, searchIn, type Asked } from '../recorded-only.ts';

/** A call of the cache reader for a moment. */
export interface PastCall {
  at: number;
  verb: string;
  input: Asked & { collection?: CollectionName };
}

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

/**
 * Returns a function that calls the cache reader on the state of the cache at a moment. The state of the last moment is kept.
 * Fails: `invalid`/`not-recorded`, see `baseOf` and `requireRecorded`.
 */
function pastReader(db: Connection): (call: PastCall) => unknown {
  let kept: { at: number; moment: Moment; verbs?: Verbs } | null = null;

  return ({ at, verb, input }) => {
    const definition = definitions.find(({ collection }) => collection === input.collection);
    if (definition !== undefined) requireRecorded(definition, input);
    try {
      return inOneState(db, () => {
        if (kept?.at !== at) {
          endMoment(db);
          kept = { at, moment: momentOf(db, at) };
        }
        const { moment } = kept;
        moment.prepare(
          definition === undefined ? collectionNames : [definition.collection, ...definition.reads],
          searchIn(input).trim() === '' ? undefined : definition?.collection,
        );
        // Created only now, because its statements need the temporary tables
        kept.verbs ??= readerVerbs(db, moment.rowsOf);
        return kept.verbs[verb]?.(input as never);
      });
    } catch (thrown) {
      // The rollback removed some of the temporary tables
      kept = null;
      endMoment(db);
      throw thrown;
    }
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
