import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Connection } from '../open-cache.ts';

/**
 * A list whose rows are partly stored in other lists of its place. `keys`: the keys of its rows. `former`: rows that a
 * sync stored in this list and that no longer belong to it. `isCut`: some rows are not stored. `readAt`: when its first
 * row was read; null: never. `stored`: the rows of all lists of the place.
 */
export interface JoinedList {
  keys: number[];
  former: Map<number, { id: Key; isLive: boolean }>;
  isCut: boolean;
  readAt: number | null;
  stored: ReadonlyMap<Key, { key: number }>;
}

/** How a collection joins lists. `by`: the collections that its lists are computed from. `parts`: SQL, see `Parts`. */
export interface Joined {
  by: readonly CollectionName[];
  /** Null: the list has only its own rows. `first`: the key of its first row, if it was just read. */
  open: (db: Connection) => (scope: Scope, first?: Key) => JoinedList | null;
  parts: string;
}
