import type {
  Key,
  ListQuery,
  ListSummary,
  Scoped,
  ScopedDetail,
  ScopedWindow,
  Selection,
} from '#shared/contract/collection.ts';
import type { FilterValues } from '#shared/contract/filter-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Span } from '../cache-types.ts';
import { definitions } from '../definitions.ts';
import type { Definition, Fields } from '../derive.ts';
import type { Connection } from '../open-cache.ts';
import type { RowAddress, RowsOf } from './cached-row.ts';
import type { ValuesRequest } from './filters/filter-values.ts';
import { exactKeys, type ExactQuery } from './closest.ts';
import { listReader, type Piece, type SelectedRow } from './list-reader.ts';
import { scopedRow } from './scoped-row.ts';
import { textMemory } from './text-memory.ts';

/** The input of every verb names its collection. */
interface In {
  collection: string;
}

/**
 * The queries of every collection. `R` and `K` are the types of the rows and keys of the collection that is named in
 * the input. `rowsOf`: how rows are read; default: as they are cached.
 */
export function collectionReader<R = Fields, K extends Key = Key>(db: Connection, rowsOf?: RowsOf) {
  const memory = textMemory();
  const readers = new Map<string, ReturnType<typeof listReader>>();
  const of = (collection: string): ReturnType<typeof listReader> => {
    let reader = readers.get(collection);
    if (reader === undefined)
      readers.set(collection, (reader = listReader(db, definitionOf(collection), memory, rowsOf)));
    return reader;
  };
  return {
    list: ({ collection, query, slice }: In & { query: ListQuery; slice: { from: number; count: number } }) =>
      of(collection).window(query, slice, scopedRow) as ScopedWindow<R>,
    /** The same window as parts of its JSON text, for results that are only passed on. */
    listText: ({
      collection,
      query,
      slice,
    }: In & { query: ListQuery; slice: { from: number; count: number } }): string[] =>
      of(collection).windowText(query, slice),
    /** Some fields of the rows of a query, see `fields` of `listReader`. */
    fields: ({
      collection,
      ...input
    }: In & { query: ListQuery; from: number; count: number; fields: readonly (keyof R & string)[] }) =>
      of(collection).fields(input) as { rows: Partial<R>[]; total: number },
    /** Rows of all scopes that match a search, the closest names first, see `closest`. */
    closest: ({ collection, ...input }: In & { search: string; from: number; count: number }) =>
      of(collection).closest(input) as { total: number; rows: Scoped<R>[] },
    /** Rows of all scopes with a value, see `exactKeys`. Large rows are cut. */
    exact: ({ collection, ...input }: In & ExactQuery) =>
      of(collection).shown(exactKeys(db, definitionOf(collection), input)) as Scoped<R>[],
    /** See `values` of `listReader`. */
    values: ({ collection, ...input }: In & ValuesRequest): FilterValues => of(collection).values(input),
    /** Keys in the order of a query. */
    ids: ({ collection, ...input }: In & { query: ListQuery; from: number; count: number }): number[] =>
      of(collection).ids(input),
    /** The keys of a selection. */
    selected: ({ collection, selection }: In & { selection: Selection }): Float64Array =>
      of(collection).selected(selection),
    /** Rows by key, see `rows` of `listReader`. `fields`: only these are returned. */
    rows: ({ collection, keys, fields }: In & { keys: Float64Array; fields: readonly string[] | undefined }) =>
      of(collection).rows(keys, ({ row, fetchedAt }, { scope, id }) => {
        const own = fields === undefined ? row : Object.fromEntries(fields.map((name) => [name, row[name]]));
        return { row: own, fetchedAt, scope, id };
      }) as Piece<SelectedRow<R, K>>,
    detail: ({ collection, scope, id }: In & { scope: string; id: K }) =>
      of(collection).detail(scope, id) as ScopedDetail<R>,
    /** See `rowsAt`. */
    rowsAt: ({ collection, places }: In & { places: readonly RowAddress[] }) =>
      of(collection).rowsAt(places) as (Omit<NonNullable<ScopedDetail<R>>, 'key'> | null)[],
    summary: ({ collection, scope }: In & { scope: string | null }): ListSummary => of(collection).summary(scope),
    /** The end of the last complete sync of each scope, or of those at and below `within`. */
    syncTimes: ({ collection, ...input }: In & { within?: string | null }) => of(collection).syncTimes(input),
    /** The newest row for each value of a column, see `newestOf`. */
    newest: ({ collection, ...input }: In & { scope: string | null; column: string; filter: Fields }) =>
      of(collection).newest(input),
    /** Rows by key, at most 500. Large rows are cut. */
    shown: ({ collection, keys }: In & { keys: readonly number[] }) => of(collection).shown(keys) as Scoped<R>[],
    /** Those of the ids that are live rows of one of the lists. */
    present: ({ collection, ...input }: In & { scopes: readonly string[]; ids: readonly K[] }) =>
      of(collection).present(input) as K[],
    /** The live rows of a joined list that are not ancestors of its first row. */
    lostBy: ({ collection, ...input }: In & { scope: string; first: K }) =>
      of(collection).lostBy(input) as { ids: K[]; isCut: boolean },
    /** The number of live rows that were created in a span. For collections that are synced in windows. */
    createdIn: ({ collection, span }: In & { span: Span }): number => of(collection).createdIn(span),
    /** Ids of live rows of a scope by the age of their details, see `undetailed` of `listReader`. */
    undetailed: ({ collection, ...input }: In & { scope: string; before: number; orChanged?: boolean }) =>
      of(collection).undetailed(input) as K[],
  };
}

function definitionOf(collection: string): Definition {
  const definition = definitions.find((one) => one.collection === collection);
  if (definition === undefined) throw new Failure('bug', `the cache has no collection ${collection}`);
  return definition;
}
