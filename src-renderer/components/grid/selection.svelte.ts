/* eslint-disable svelte/prefer-svelte-reactivity -- sets are replaced as a whole, never changed in place */
/** What is chosen, as a core can be asked for it: these ids, or everything that matches but some. */
export type Chosen = { kind: 'ids'; ids: number[] } | { kind: 'all'; except: number[] };

/**
 * The rows that a person has chosen: a set of ids, or "all that match" minus exceptions, so that choosing 100,000 rows
 * holds no row at all. At most `limit` ids are named either way; what would go over it is refused and told by `isFull`.
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
  /** The last choice went over the limit and was cut. */
  get isFull(): boolean {
    return this.#isFull;
  }
  /** Where a range starts: the row that was chosen or made active last without Shift; -1: none. */
  get anchor(): number {
    return this.#anchor;
  }

  has(id: number): boolean {
    return this.#named.has(id) !== this.#isAll;
  }

  /** How many rows are chosen of `total` matching ones. */
  count(total: number): number {
    return this.#isAll ? Math.max(0, total - this.#named.size) : this.#named.size;
  }

  get chosen(): Chosen {
    return this.#isAll ? { kind: 'all', except: [...this.#named] } : { kind: 'ids', ids: [...this.#named] };
  }

  /** Choose or leave one row; `index` becomes the start of the next range. */
  toggle(id: number, index: number): void {
    const named = new Set(this.#named);
    if (!named.delete(id)) named.add(id);
    this.#name(named);
    this.anchorAt(index);
  }

  /** The next range starts here. */
  anchorAt(index: number): void {
    this.#anchor = index;
    this.#base = this.#named;
  }

  /** What was chosen when the range began, and these rows besides. */
  range(ids: readonly number[]): void {
    this.#set(this.#base, ids, true);
  }

  /** Choose (or leave) several rows at once. */
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
