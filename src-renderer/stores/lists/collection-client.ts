import type {
  Key,
  ListQuery,
  ListSummary,
  ScopedDetail,
  ScopedWindow,
  Selection,
} from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Exported } from '#shared/contract/exported.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Changed, Client, Refreshed } from '#shared/contract/kit.ts';
import type { Session } from '../../link/session.svelte.ts';

/** A row of any list, with the platform's field names. */
export type ListRow = Record<string, unknown>;
/** The filters of any list, by their names in the contract. Unset filters are absent. */
export type ListFilter = Record<string, unknown>;
/** The copy formats of all lists, including those that only one list has. */
export type CopyFormat = Parameters<Client<ReeveContract>[ScopedListName]['copy']>[0]['format'];
export type ListSelection<Filter = ListFilter> = Selection<ListQuery<Filter>>;

/** The verbs of any list (`collection()` of the contract). */
export interface CollectionClient<Row, Filter> {
  list(
    input: { query: ListQuery<Filter>; slice: { from: number; count: number } },
    signal?: AbortSignal,
  ): Promise<ScopedWindow<Row>>;
  get(input: { scope: Scope; id: Key }): Promise<ScopedDetail<Row>>;
  summary(input: { scope: Scope | null }): Promise<ListSummary>;
  ids(input: { query: ListQuery<Filter>; from: number; count: number }): Promise<{ ids: number[] }>;
  refresh(input: { scope: Scope; id: Key; maxAgeMs?: number }, signal?: AbortSignal): Promise<Refreshed>;
  copy(input: {
    selection: ListSelection<Filter>;
    format: CopyFormat;
    columns: string[];
  }): Promise<{ text: string; rows: number; leftOut: number }>;
  export(input: { selection: ListSelection<Filter>; columns: string[] }): Promise<Exported>;
  /** Only for lists with filters that the instance evaluates: evaluate them and cache the result. */
  refreshFilter(input: { scope: Scope; filter: ListFilter }): Promise<Refreshed>;
  changed(listener: (data: Changed) => void): () => void;
}

type Verbs = Client<ReeveContract>;
/** Names of the contract that are lists with scopes. */
export type ScopedListName = {
  [S in keyof Verbs]: Verbs[S] extends {
    copy: unknown;
    ids: unknown;
    get: (input: { scope: Scope; id: Key }) => unknown;
  }
    ? S
    : never;
}[keyof Verbs];
/** The row type of a list. */
export type RowOf<S extends ScopedListName> = Verbs[S] extends { get: (...input: never[]) => Promise<infer D> }
  ? NonNullable<D> extends { row: infer R extends ListRow }
    ? R
    : never
  : never;
/** The filters of a list, by their names in the contract. */
export type FilterOf<S extends ScopedListName> = Verbs[S] extends {
  list: (input: infer I, ...rest: never[]) => unknown;
}
  ? I extends { query: { filter?: infer F } }
    ? NonNullable<F>
    : never
  : never;

/** The verbs of a list. The caller passes a name that the contract declares as a list. */
export function collectionClient<Row, Filter>({ client }: Session, collection: string): CollectionClient<Row, Filter> {
  const verbs = (client as unknown as Record<string, CollectionClient<Row, Filter>>)[collection];
  if (verbs === undefined) throw new Error(`the contract has no list ${collection}`);
  return verbs;
}
