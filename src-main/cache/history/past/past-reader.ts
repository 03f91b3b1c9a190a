import { collectionNames, type CollectionName } from '#shared/contract/collections.ts';
import type { Verbs } from '#main/threads/rpc.ts';
import { definitions } from '../../definitions.ts';
import type { Connection } from '../../open-cache.ts';
import { readerVerbs } from '../../read/reader-verbs.ts';
import { inOneState } from '../read/all-entries.ts';
import { endMoment, momentOf, type Moment } from './moment.ts';
import { requireRecorded, searchIn, type Asked } from './recorded-only.ts';

/** A verb of the reader of the cache, about a moment. */
export interface PastCall {
  at: number;
  verb: string;
  input: Asked & { collection?: CollectionName };
}

/**
 * Runs the verbs of the reader of the cache on its state at a moment. The state of the last moment is kept.
 * Fails: `invalid`/`not-recorded`, see `baseOf` and `requireRecorded`.
 */
export function pastReader(db: Connection): (call: PastCall) => unknown {
  let kept: { at: number; moment: Moment; verbs: Verbs } | null = null;

  function keptAt(at: number): NonNullable<typeof kept> {
    if (kept?.at === at) return kept;
    if (kept !== null) endMoment(db);
    kept = null;
    const moment = momentOf(db, at);
    return (kept = { at, moment, verbs: {} });
  }

  return ({ at, verb, input }) => {
    const definition = definitions.find(({ collection }) => collection === input.collection);
    if (definition !== undefined) requireRecorded(definition, input);
    try {
      return inOneState(db, () => {
        const own = keptAt(at);
        own.moment.prepare(
          definition === undefined ? collectionNames : [definition.collection, ...definition.reads],
          searchIn(input).trim() === '' ? undefined : definition?.collection,
        );
        if (Object.keys(own.verbs).length === 0) own.verbs = readerVerbs(db, own.moment.rowsOf);
        return own.verbs[verb]?.(input as never);
      });
    } catch (thrown) {
      // The transaction took back a part of what was created
      kept = null;
      endMoment(db);
      throw thrown;
    }
  };
}
