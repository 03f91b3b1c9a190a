import type { SearchHit, SearchKind } from '#shared/contract/search.ts';
import type { Session } from '../../link/session.svelte.ts';

const debounceMs = 60;
const mostOfAKind = 6;

/** What the core finds for the words typed into the palette, in its cache and in the catalogue. */
export class PaletteSearch {
  hits = $state.raw<readonly SearchHit[]>([]);
  /** An answer is on its way, so that "nothing found" is not said too early. */
  isSearching = $state(false);
  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Look for these words among these kinds (null: all); undefined looks for nothing. Late answers of earlier words are dropped. */
  search(words: string | undefined, kinds: readonly SearchKind[] | null): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.isSearching = words !== undefined;
    if (words === undefined) this.hits = [];
    else this.#timer = setTimeout(() => void this.#query(words, kinds), debounceMs);
  }

  async #query(words: string, kinds: readonly SearchKind[] | null): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    const input = { words: words.slice(0, 200), limit: mostOfAKind, ...(kinds !== null && { kinds: [...kinds] }) };
    try {
      const { hits } = await this.#session.client.search.find(input, controller.signal);
      if (!controller.signal.aborted) this.hits = hits;
    } catch {
      // Nothing found is what the palette shows; the page on show explains a closed cache or a lost core.
      if (!controller.signal.aborted) this.hits = [];
    }
    if (!controller.signal.aborted) this.isSearching = false;
  }
}
