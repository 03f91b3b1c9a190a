import type { CallInput, Endpoint, Send } from '#main/api/types.ts';
import type { RowLimit } from '#main/api/client/walk.ts';
import type { Annotation, RowFact } from '#main/cache/cache-types.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { Scope, ScopeKind } from '#shared/contract/scope.ts';
import type { CollectionName, KeyOf, RowOf } from '#shared/contract/collections.ts';

/** What the requests of a list need. `ref`: the value of `:id` in a request path; empty for the whole instance. */
export interface Reading {
  send: Send;
  scope: Scope;
  ref: number | string;
  signal: AbortSignal;
  /** The limit of the sync, for other lists that must be read before the rows of this one can be requested. */
  limit?: RowLimit;
}

/** One request with all its pages, or rows that were requested before. */
export type Part = PagedPart | { rows: readonly unknown[] };
export interface PagedPart {
  endpoint: Endpoint;
  input: CallInput;
  /** Fields that this request defines for all of its rows and the rows do not contain. */
  annotation?: Pick<Annotation, 'all'>;
  /** Such fields for single rows. */
  facts?: readonly RowFact[];
  /** The request to send instead, if the platform refuses this one. */
  orElse?: PagedPart;
  /** Read only about this many rows. If the list has more, no row is marked as not returned. */
  mostRows?: number;
}

/** The requests that read a list and its rows. */
export interface ListSource<C extends CollectionName = CollectionName, K extends Key = KeyOf<C>> {
  name: C;
  /** Scopes that have such a list. */
  scopes: readonly ScopeKind[];
  /** The scopes in which a request lists the rows. */
  listedScopes: readonly ScopeKind[];
  /** An id is the same row, with the same details, in every scope. */
  isSameInAllScopes: boolean;
  /** The requests of a sync of a scope. Absent: there is no list, and rows come from lookups. */
  parts?: ((reading: Reading) => Part[] | Promise<Part[]>) | undefined;
  /**
   * The request of a list that has all ancestors of its first row, and the field with the keys of a row's parents. A
   * sync can then stop at known rows. Null: the list of this scope is read as a whole.
   */
  history?: ((reading: Pick<Reading, 'scope' | 'ref'>) => { part: PagedPart; parents: string } | null) | undefined;
  /**
   * Request one row alone, with the fields that the list adds to it. Absent: rows cannot be requested alone.
   * Fails: `missing` if the row does not exist.
   */
  read?: ((reading: Reading, id: K, cached: RowOf<C> | null) => Promise<object>) | undefined;
  /**
   * Request the first row of the list. Absent: rows cannot be requested alone. Fails: if the platform refuses the list.
   */
  listAnswers?: ((reading: Reading) => Promise<unknown>) | undefined;
  /** What is stored of a row that was requested alone. Absent: the whole reply. */
  stored?: ((reply: object) => object) | undefined;
  /** The row for copies and exports, without the fields that Reeve added. Absent: as it is cached. */
  withoutOwnFields?: ((row: RowOf<C>) => object) | undefined;
  /** What the palette shows of a row. */
  describe: (row: RowOf<C>, scope: Scope) => Description;
  /** The path of the request for a row, below `/api/v4`; for curl. */
  path: (at: { scope: Scope; ref: number | string; id: K }, row: RowOf<C>) => string;
}
/** A row in the palette: its title, and a text that distinguishes rows with the same title. */
export interface Description {
  title: string;
  about: string | null;
}

/** Behavior of a collection that its declaration cannot express as data. */
export type OwnSource<C extends CollectionName> = Partial<
  Pick<ListSource<C>, 'parts' | 'history' | 'read' | 'stored' | 'withoutOwnFields' | 'describe' | 'path'>
>;
