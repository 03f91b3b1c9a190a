import { untrack } from 'svelte';

/** What the page on show tells the status bar: rows shown of how many, and what its last query took. */
export interface ShownRows {
  /** Rows that match. */
  shown: number;
  /** Rows there are at all; null when the page does not know. */
  total: number | null;
  /** `shown` is a lower bound ("3,000+"). */
  isCapped: boolean;
  queryMs: number | null;
  /** Rows of the last sync that could not be read. */
  unreadable?: number;
}

/** The list on show: how old it is, and how it is read again. */
export interface ShownList {
  /** What it is called at the start of a sentence: "Runners of the whole instance". */
  name: string;
  /** Epoch ms of the end of the last pass that covered all of it; null: there was none. */
  readAt: number | null;
  /** In place of "Synced 14 s ago", where that would be wrong. */
  told?: string;
  /** The name of the button that reads it again. */
  label: string;
  /** Why it cannot be read now; null when it can. */
  reason: string | null;
  /** Never rejects. */
  read: () => void;
}

export class StatusLine {
  rows = $state.raw<ShownRows | null>(null);
  #offers = $state.raw<readonly (() => ShownList | null)[]>([]);
  /** Null while the page on show is about no list. */
  list = $derived(this.#offers.map((listOf) => listOf()).findLast((list) => list !== null) ?? null);

  /** A page calls this whenever its numbers change, and `clear` when it goes. */
  show(rows: ShownRows): void {
    this.rows = rows;
  }

  clear(): void {
    this.rows = null;
  }

  /** A page with a list offers it until the end is called. `listOf` is read reactively; of several the last one counts. */
  offer(listOf: () => ShownList | null): () => void {
    untrack(() => (this.#offers = [...this.#offers, listOf]));
    return () => untrack(() => (this.#offers = this.#offers.filter((other) => other !== listOf)));
  }
}
