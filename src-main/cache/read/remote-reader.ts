import type { Selection } from '#shared/contract/collection.ts';
import type { Fields } from '../derive.ts';
import type { collectionReader } from './collection-reader.ts';
import type { CacheReader, ListReader } from '../store-api.ts';

/** Calls a verb of `readerVerbs` in a thread. */
type Call = (verb: string, input: object, signal?: AbortSignal) => Promise<unknown>;

/** Maximum rows in one piece of a streamed selection. Pieces of large rows have fewer. */
const pieceRows = 500;

/** A reader whose verbs are run by `call`. */
export function remoteReader(call: Call, close: () => Promise<void>): CacheReader {
  const verb = <V extends keyof CacheReader>(name: V) =>
    ((input: object, signal?: AbortSignal) => call(name, input, signal)) as CacheReader[V];
  return {
    // The worker finds collections by name; the type of their rows is added here
    lists: ((collection: string) => listOf(collection)) as CacheReader['lists'],
    ...{ people: verb('people'), matchLeavers: verb('matchLeavers') },
    ...{ coverage: verb('coverage'), coverageRows: verb('coverageRows'), groupPlaces: verb('groupPlaces') },
    close,
  };

  function listOf(collection: string): ListReader {
    return new Proxy({ rows } as unknown as ListReader, {
      get(own, name) {
        if (name in own) return own[name as keyof ListReader];
        if (typeof name !== 'string' || name === 'then') return undefined;
        return (input: object, signal?: AbortSignal) => call(name, { collection, ...input }, signal);
      },
    });

    /** Reads the keys once, then each piece of rows when the caller asks for it. */
    async function* rows(selection: Selection, signal?: AbortSignal, fields?: readonly string[]) {
      const keys = (await call('selected', { collection, selection }, signal)) as Selected;
      for (let from = 0; from < keys.length;) {
        const next = { collection, keys: keys.slice(from, from + pieceRows), fields };
        const { rows: piece, taken } = (await call('rows', next, signal)) as Rows;
        if (piece.length > 0) yield piece;
        from += taken;
      }
    }
  }
}
type Selected = ReturnType<ReturnType<typeof collectionReader>['selected']>;
type Rows = ReturnType<ReturnType<typeof collectionReader<Fields>>['rows']>;
