import type { ListQuery } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Stores } from '../../stores/context.ts';

/** The list from which the page of a row was opened. */
export interface OpenedFrom {
  collection: string;
  path: string;
  /** The scope of the window, for Back. */
  shown: Scope | null;
  query: ListQuery;
  /** The position of the row in the list. */
  index: number | null;
}
const byWindow = new WeakMap<Stores, OpenedFrom>();

/** Remember the list before the page of one of its rows is opened. */
export function rememberList(stores: Stores, from: OpenedFrom): void {
  byWindow.set(stores, from);
}

/** The list from which the last page of this collection was opened; undefined after a reload. */
export function openedFrom(stores: Stores, collection: string): OpenedFrom | undefined {
  const from = byWindow.get(stores);
  return from?.collection === collection ? from : undefined;
}
