import { untrack } from 'svelte';

/** Numbers of the status bar: how many rows the page shows, and how long its last query took. */
export interface ShownRows {
  /** Rows that match. */
  shown: number;
  /** All rows without filters; null if unknown. */
  total: number | null;
  /** `shown` is a lower bound ("3,000+"). */
  isCapped: boolean;
  queryMs: number | null;
  /** Rows of the last sync that could not be read. */
  unreadable?: number;
}

/** The list on the page: when it was synced, and how to sync it again. */
export interface ShownList {
  /** The list and its scope in words: "Runners of the whole instance". */
  name: string;
  /** End of the last sync in epoch ms; null: never synced. */
  syncedAt: number | null;
  /** When the list is checked next; absent or null: not automatically, or not at a single time. */
  nextAt?: number | null;
  /** Replaces "Synced 14 s ago" for a list that has no full sync. */
  ageText?: string;
  /** Label of the sync button. */
  label: string;
  /** Why the list cannot be synced now; null if it can. */
  reason: string | null;
  /** Does not throw: a failure is shown as a message. */
  sync: () => void;
}

export class StatusLine {
  rows = $state.raw<ShownRows | null>(null);
  #offers = $state.raw<readonly (() => ShownList | null)[]>([]);
  /** Null if the page shows no list. */
  list = $derived(this.#offers.map((listOf) => listOf()).findLast((list) => list !== null) ?? null);

  /** A page calls this when its numbers change, and `clear` when it is left. */
  show(rows: ShownRows): void {
    this.rows = rows;
  }

  clear(): void {
    this.rows = null;
  }

  /** Show the list of a page until the returned function is called. `listOf` is read reactively; the last offer wins. */
  offer(listOf: () => ShownList | null): () => void {
    untrack(() => (this.#offers = [...this.#offers, listOf]));
    return () => untrack(() => (this.#offers = this.#offers.filter((other) => other !== listOf)));
  }
}
