import type { ListQuery } from '#shared/contract/collection.ts';
import type { CollectionName, RowOf } from '#shared/contract/collections.ts';
import type { Observation } from '../notice.ts';

/** A cached row with its scope. */
export interface ObservedRow<C extends CollectionName> {
  row: RowOf<C>;
  scope: string;
  fetchedAt: number;
}

/** Finds notices in the cached rows of a collection, whenever they changed. */
export interface ListObserver<C extends CollectionName> {
  /** The queries whose rows are observed, in all scopes. */
  queries(now: number): readonly Pick<ListQuery, 'filter' | 'notReturned'>[];
  states(profileId: string, rows: readonly ObservedRow<C>[], now: number): Observation[];
  /** Rows are also observed at this interval, in milliseconds, because they age without a change. */
  everyMs?: number;
}
