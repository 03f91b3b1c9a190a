import type { ListQuery } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Stores } from '../../stores/context.ts';

/** The list from which the page of a row was opened. */
export interface OpenedFrom {
  /** The path of the opened page. */
  page: string;
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

/** The list from which a page was opened; undefined after a reload, or if the page was opened in another way. */
export function openedFrom(stores: Stores, page: string): OpenedFrom | undefined {
  const from = byWindow.get(stores);
  return from?.page === page ? from : undefined;
}
