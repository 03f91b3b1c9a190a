import type { Key, ListSummary, Scoped, ScopedDetail, ScopedWindow } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { definitions } from '../definitions.ts';
import type { Definition, Fields } from '../derive.ts';
import { listReader, type Address, type Aged, type Chosen, type Query } from './list-reader.ts';
import type { Connection } from '../open-cache.ts';

type Row = Scoped<Fields>;

/** Answers about every collection, each input naming it. The reader of a collection is made when it is first asked. */
export function collectionReader(db: Connection) {
  const readers = new Map<string, ReturnType<typeof readerOf>>();
  const of = (stem: string): ReturnType<typeof readerOf> => {
    let reader = readers.get(stem);
    if (reader === undefined) readers.set(stem, (reader = readerOf(db, stem)));
    return reader;
  };
  return {
    list: ({ stem, query, slice }: { stem: string; query: Query; slice: { from: number; count: number } }) =>
      of(stem).window(query, slice, scoped) as ScopedWindow<Fields>,
    ids: ({ stem, ...input }: { stem: string; query: Query; from: number; count: number }): number[] =>
      of(stem).ids(input),
    selected: ({ stem, selection }: { stem: string; selection: Chosen }): Float64Array => of(stem).selected(selection),
    /** Whole rows by key, see `rows` of `listReader`. */
    rows: ({ stem, keys }: { stem: string; keys: Float64Array }) =>
      of(stem).rows(keys, ({ row, fetchedAt }, { scope, id }) => ({ row, fetchedAt, scope, id })),
    detail: ({ stem, scope, id }: { stem: string; scope: string; id: Key }): ScopedDetail<Fields> =>
      of(stem).detail(scope, id),
    summary: ({ stem, scope }: { stem: string; scope: string | null }): ListSummary => of(stem).summary(scope),
    undetailed: ({ stem, ...input }: { stem: string; scope: string; before: number }): Key[] =>
      of(stem).undetailed(input),
  };
}

function scoped({ row, fetchedAt, goneAt, deletedAt, isCut }: Aged, { key, scope }: Address): Row {
  return { key, scope, row, fetchedAt, goneAt, ...(deletedAt !== undefined && { deletedAt }), ...(isCut && { isCut }) };
}

function readerOf(db: Connection, stem: string) {
  const definition: Definition | undefined = definitions.find((one) => one.stem === stem);
  if (definition === undefined) throw new Failure('bug', `no list of ${stem}`);
  return listReader(db, definition);
}
