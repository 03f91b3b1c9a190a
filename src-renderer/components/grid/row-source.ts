import type { Snippet } from 'svelte';

/**
 * The rows of a grid. Only rows near the visible ones are loaded. All getters are reactive; `ensure` loads the rows
 * that become visible.
 */
export interface RowSource<Row> {
  readonly total: number;
  /** The number of rows without headings, if the source has headings. */
  readonly withoutHeadings?: number;
  /** A query for other rows is running. */
  readonly isPending: boolean;
  /** Why the last query failed. */
  readonly failure: unknown;
  /** Incremented when the same query was loaded again: the grid keeps its position. */
  readonly reloads: number;
  /** The row at this index of the list; undefined until it is loaded. */
  row(index: number): Row | undefined;
  /** The index of a row if it is loaded. */
  indexOf(id: number): number | undefined;
  /** Rows `from` up to but not including `to` are visible. */
  ensure(from: number, to: number): void;
  /** IDs of the rows `from` up to but not including `to`, in order. */
  ids(from: number, to: number): Promise<number[]>;
}

/** Rows of a source that are headings of the rows after them. They can't be selected. */
export interface Headings<Row> {
  isHeading: (row: Row) => boolean;
  /** Shown over the width of the table. */
  content: Snippet<[Row]>;
  /** The person folds or unfolds the rows below. */
  onfold: (row: Row, isOpen: boolean) => void;
}

/** Sort order: a name that the query knows. */
export interface Sort {
  by: string;
  direction: 'asc' | 'desc';
}
