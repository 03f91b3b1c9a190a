/* eslint-disable svelte/prefer-svelte-reactivity -- sets are replaced as a whole, never changed in place */
/** A selection as a request takes it: these IDs, or all matching rows with exceptions. */
export type Chosen = { kind: 'ids'; ids: number[] } | { kind: 'all'; except: number[] };

/**
 * The selected rows: a set of IDs, or all matching rows with exceptions, so that a selection of 100,000 rows needs no
 * row in memory. Both have at most `limit` IDs; more are not selected, and `isFull` is set.
 */
export class Selection {
  readonly limit: number;
  #isAll = $state(false);
  #named = $state.raw<ReadonlySet<number>>(new Set());
  #isFull = $state(false);
  #base: ReadonlySet<number> = this.#named;
  #anchor = -1;

  constructor(limit = 5_000) {
    this.limit = limit;
  }

  get isAll(): boolean {
    return this.#isAll;
  }
  /** The last selection exceeded the limit and was cut. */
  get isFull(): boolean {
    return this.#isFull;
  }
  /** Start of a range: the index that was last selected or made active without Shift; -1: none. */
  get anchor(): number {
    return this.#anchor;
  }

  has(id: number): boolean {
    return this.#named.has(id) !== this.#isAll;
  }

  /** Number of selected rows out of `total` matching ones. */
  count(total: number): number {
    return this.#isAll ? Math.max(0, total - this.#named.size) : this.#named.size;
  }

  get chosen(): Chosen {
    return this.#isAll ? { kind: 'all', except: [...this.#named] } : { kind: 'ids', ids: [...this.#named] };
  }

  /** Select or deselect one row. `index` becomes the start of the next range. */
  toggle(id: number, index: number): void {
    const named = new Set(this.#named);
    if (!named.delete(id)) named.add(id);
    this.#name(named);
    this.anchorAt(index);
  }

  /** Set the start of the next range. */
  anchorAt(index: number): void {
    this.#anchor = index;
    this.#base = this.#named;
  }

  /** Select these rows in addition to those that were selected when the range started. */
  range(ids: readonly number[]): void {
    this.#set(this.#base, ids, true);
  }

  /** Select or deselect several rows. */
  set(ids: readonly number[], isChosen: boolean): void {
    this.#set(this.#named, ids, isChosen);
    this.#base = this.#named;
  }

  all(): void {
    this.#isAll = true;
    this.#name(new Set());
    this.anchorAt(-1);
  }

  clear(): void {
    this.#isAll = false;
    this.#name(new Set());
    this.anchorAt(-1);
  }

  #set(base: ReadonlySet<number>, ids: readonly number[], isChosen: boolean): void {
    const named = new Set(base);
    for (const id of ids) {
      if (isChosen === this.#isAll) named.delete(id);
      else named.add(id);
    }
    this.#name(named);
  }

  #name(named: Set<number>): void {
    this.#isFull = named.size > this.limit;
    this.#named = this.#isFull ? new Set([...named].slice(0, this.limit)) : named;
  }
}
