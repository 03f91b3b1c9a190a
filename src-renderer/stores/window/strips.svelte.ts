/** A message above the content of a page. */
export interface Strip {
  /** The message reports a failure. */
  readonly isBad: boolean;
  /** The element of the message while it is shown. */
  readonly element: () => Element | null;
}

const mostShown = 2;

/** The messages above the content of a page. Two are shown, failures first, until the person shows all of them. */
export class Strips {
  #all = $state.raw<readonly Strip[]>([]);
  showsAll = $state(false);
  readonly #shown = $derived(
    this.showsAll ? this.#all : this.#all.toSorted((a, b) => Number(b.isBad) - Number(a.isBad)).slice(0, mostShown),
  );
  /** The number of messages above the limit. They are hidden unless `showsAll` is set. */
  readonly hiddenCount = $derived(Math.max(0, this.#all.length - mostShown));

  /** Returns a function that removes the message. */
  add(strip: Strip): () => void {
    this.#all = [...this.#all, strip];
    return () => {
      this.#all = this.#all.filter((one) => one !== strip);
      if (this.#all.length <= mostShown) this.showsAll = false;
    };
  }

  isShown(strip: Strip): boolean {
    return this.#shown.includes(strip);
  }

  /** Whether this is the lowest shown message, which has the button that shows the others. */
  isLast(strip: Strip): boolean {
    const own = strip.element();
    if (own === null) return false;
    const isBelow = (other: Element): boolean =>
      (own.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return !this.#shown.some(({ element }) => isBelow(element() ?? own));
  }
}
