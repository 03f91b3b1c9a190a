/**
 * Where a grid gets its rows: only the ones in sight are ever held, everything else is a number.
 * Every getter is reactive; `ensure` is called for whatever comes into view and fetches what is missing.
 */
export interface RowSource<Row> {
  readonly total: number;
  /** Other rows than those on show are on their way. */
  readonly isPending: boolean;
  /** Why what was asked for last did not come. */
  readonly failure: unknown;
  /** Moves when the same query was read anew: the grid stays where it is. */
  readonly rereads: number;
  /** The row at this place of the whole list; undefined while it is on its way. */
  row(index: number): Row | undefined;
  /** Where a row lies now, if it is among those held. */
  indexOf(id: number): number | undefined;
  /** Rows `from` up to but without `to` are in sight. */
  ensure(from: number, to: number): void;
  /** Ids of rows `from` up to but without `to`, in order. */
  ids(from: number, to: number): Promise<number[]>;
}

/** What a list is sorted by: a name that its query knows. */
export interface Sort {
  by: string;
  direction: 'asc' | 'desc';
}
