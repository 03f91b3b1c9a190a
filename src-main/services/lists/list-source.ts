import type { CallInput, Endpoint, Send } from '#main/api/types.ts';
import type { RowLimit } from '#main/api/client/walk.ts';
import type { Annotation, RowFact } from '#main/cache/cache-types.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { Scope, ScopeKind } from '#shared/contract/scope.ts';
import type { CollectionName, KeyOf, RowOf } from '#shared/contract/collections.ts';

/** What a list is read with. `ref` goes into a path as `:id`; it is empty for the whole instance. */
export interface Reading {
  send: Send;
  scope: Scope;
  ref: number | string;
  signal: AbortSignal;
  /** The limit of the sync, for other lists that must be read to request the rows of this one. */
  limit?: RowLimit;
}

/** One request of many pages, or rows that were read already. `label`: for its lane, where there are several. */
export type Part = PagedPart | { label?: string; rows: readonly unknown[] };
export interface PagedPart {
  label?: string;
  endpoint: Endpoint;
  input: CallInput;
  /** Fields that this request defines for all of its rows and the rows do not contain. */
  annotation?: Pick<Annotation, 'all'>;
  /** Such fields of single rows. */
  facts?: readonly RowFact[];
  /** Sent instead if the token may not send the first. */
  orElse?: PagedPart;
  /** Only about this many rows of the list are read, and no row is ever marked as deleted. */
  mostRows?: number;
}

/** The requests that read a list and its rows. */
export interface ListSource<C extends CollectionName = CollectionName, K extends Key = KeyOf<C>> {
  name: C;
  /** Scopes that have such a list. */
  scopes: readonly ScopeKind[];
  /** Those of them in which a request lists its rows. */
  listedScopes: readonly ScopeKind[];
  /** An id is the same row in every scope, and so are its details. */
  isSameInAllScopes: boolean;
  /** The requests of a sync of a scope. Absent: there is no list, and rows come from lookups. */
  parts?: ((reading: Reading) => Part[] | Promise<Part[]>) | undefined;
  /** One row alone, with what the list would have added. Absent: it cannot be read alone. Fails: `missing` if it does not exist. */
  read?: ((reading: Reading, id: K, cached: RowOf<C> | null) => Promise<object>) | undefined;
  /** Request the first row of the list, where a row can be read alone. Fails if the list is refused. */
  listAnswers?: ((reading: Reading) => Promise<unknown>) | undefined;
  /** A row as copies and exports show it, without what Reeve added. Absent: as it is cached. */
  told?: ((row: RowOf<C>) => object) | undefined;
  /** What the palette shows of a row. */
  describe: (row: RowOf<C>) => Description;
  /** Where a row is read, below `/api/v4`; for curl. */
  path: (at: { scope: Scope; ref: number | string; id: K }, row: RowOf<C>) => string;
}
/** A row in the palette: its title, and a text that distinguishes rows with the same title. */
export interface Description {
  title: string;
  about: string | null;
}

/** Behavior of a collection that its declaration cannot express as data. */
export type OwnSource<C extends CollectionName> = Partial<
  Pick<ListSource<C>, 'parts' | 'read' | 'told' | 'describe' | 'path'>
>;
