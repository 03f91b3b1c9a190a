/** What the page on show tells the status bar: rows shown of how many, and what its last query took. */
export interface ShownRows {
  /** Rows that match. */
  shown: number;
  /** Rows there are at all; null when the page does not know. */
  total: number | null;
  /** `shown` is a lower bound ("3,000+"). */
  isCapped: boolean;
  queryMs: number | null;
}

export class StatusLine {
  rows = $state.raw<ShownRows | null>(null);

  /** A page calls this whenever its numbers change, and `clear` when it goes. */
  show(rows: ShownRows): void {
    this.rows = rows;
  }

  clear(): void {
    this.rows = null;
  }
}
