import type { copyFormats, Key, ListQuery, ListVerbs, Selection } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import type { Session } from '../../link/session.svelte.ts';

/** A row of any list, with the platform's field names. */
export type ListRow = Record<string, unknown>;
/** The filters of any list, by their names in the contract. Unset filters are absent. */
export type ListFilter = Record<string, unknown>;
export type CopyFormat = (typeof copyFormats)[number];
export type ListSelection<Filter = ListFilter> = Selection<ListQuery<Filter>>;

/** The verbs of any list. */
export type CollectionClient<Row> = Client<{ list: ListVerbs<Row> }>['list'];

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
export function collectionClient<Row>({ client }: Session, collection: string): CollectionClient<Row> {
  const verbs = (client as unknown as Record<string, CollectionClient<Row>>)[collection];
  if (verbs === undefined) throw new Error(`the contract has no list ${collection}`);
  return verbs;
}
