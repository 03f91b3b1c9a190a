import type { Key, ListQuery, Selection } from '#shared/contract/collection.ts';
import type { CollectionName, KeyOf, RowOf } from '#shared/contract/collections.ts';
import type { GroupHome } from '#shared/contract/places.ts';
import type { Remote } from '#main/threads/rpc.ts';
import type { Reference } from './cache-types.ts';
import type { Fields } from './derive.ts';
import type { historyFile } from './history/file/history-file.ts';
import type { collectionReader } from './read/collection-reader.ts';
import type { CoverageQuery } from './read/coverage.ts';
import type { CollectionFacts } from './read/coverage-facts.ts';
import type { CoverageRows, CoverageRowsQuery } from './read/coverage-rows.ts';
import type { LeaverQuery, MatchedLeavers } from './read/leavers/match.ts';
import type { FoundPeople } from './read/people/people-reader.ts';
import type { GroupPlacesQuery } from './read/places/group-places.ts';
import type { SelectedRow } from './read/list-reader.ts';
import type { Change } from './write/revisions.ts';
import type { writer } from './write/writer.ts';

/** The verbs of `history.db`, see `historyFile`. */
export type HistoryVerbs = ReturnType<typeof historyFile>['verbs'];

/** Queries of the history can return other results now. `isReplaced`: readers must open the file again. */
export interface RecordedChange {
  revision: number;
  isReplaced: boolean;
}

/** The verbs of `writer` and of the history. The store worker runs them, as the only writer of `cache.db`. Times: epoch ms. */
export interface CacheWriter extends Remote<
  Omit<ReturnType<typeof writer>, 'close' | 'buildNextIndex'> & HistoryVerbs
> {
  /** Called after each commit that changed what a query can return. */
  onChanged(listener: (change: Change) => void): void;
  /** Called with the groups and projects that stored records refer to. A reference is rarely reported twice. */
  onReferences(listener: (named: Reference[]) => void): void;
  onRecorded(listener: (recorded: RecordedChange) => void): void;
  close(): Promise<void>;
}

/**
 * The verbs of `collectionReader`, `peopleReader`, `leaverMatcher`, `groupPlaces` and `coverageReader`,
 * run in the read worker, which never writes.
 */
export interface CacheReader {
  lists<C extends CollectionName>(name: C): ListReader<RowOf<C>, KeyOf<C>>;
  people(query: { ids: readonly number[] }, signal?: AbortSignal): Promise<FoundPeople>;
  groupPlaces(query: GroupPlacesQuery, signal?: AbortSignal): Promise<GroupHome>;
  coverage(query: CoverageQuery, signal?: AbortSignal): Promise<CollectionFacts[]>;
  coverageRows(query: CoverageRowsQuery, signal?: AbortSignal): Promise<CoverageRows>;
  matchLeavers(query: LeaverQuery, signal?: AbortSignal): Promise<MatchedLeavers>;
  close(): Promise<void>;
}

type ReadVerbs<R, K extends Key> = Remote<ReturnType<typeof collectionReader<R, K>>>;
type PerCollection<V> = V extends (input: infer I, signal?: AbortSignal) => infer R
  ? (input: Omit<I, 'collection'>, signal?: AbortSignal) => R
  : never;

/** The verbs of `collectionReader` for one collection. */
export type ListReader<R = Fields, K extends Key = Key> = {
  [V in Exclude<keyof ReadVerbs<R, K>, 'selected' | 'rows'>]: PerCollection<ReadVerbs<R, K>[V]>;
} & {
  /** The rows of a selection in pieces of at most 500, in the order of its query; for copies and exports. */
  rows(selection: Selection<ListQuery>, signal?: AbortSignal): AsyncIterable<SelectedRow<R, K>[]>;
  /** The same, with only these `fields` of each row. For rows whose other fields are large. */
  rows(
    selection: Selection<ListQuery>,
    signal: AbortSignal | undefined,
    fields: readonly string[] | undefined,
  ): AsyncIterable<SelectedRow<Partial<R>, K>[]>;
};
