/** A note above the content of a page. */
export interface Strip {
  /** Something failed. */
  readonly isBad: boolean;
}

const most = 2;

/** The notes above the content of the page. At most two are shown, those about failures first, unless all are asked for. */
export class Strips {
  #all = $state.raw<readonly Strip[]>([]);
  isWhole = $state(false);
  readonly #shown = $derived(
    this.isWhole ? this.#all : this.#all.toSorted((a, b) => Number(b.isBad) - Number(a.isBad)).slice(0, most),
  );
  /** The number of notes that are hidden, or would be. */
  readonly more = $derived(Math.max(0, this.#all.length - most));

  /** Returns a function that removes the note. */
  add(strip: Strip): () => void {
    this.#all = [...this.#all, strip];
    return () => {
      this.#all = this.#all.filter((one) => one !== strip);
      if (this.#all.length <= most) this.isWhole = false;
    };
  }

  isShown(strip: Strip): boolean {
    return this.#shown.includes(strip);
  }

  /** The last shown note offers the others. */
  isLast(strip: Strip): boolean {
    return this.#shown.at(-1) === strip;
  }
}
