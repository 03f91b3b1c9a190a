import type { SearchHit, SearchKind } from '#shared/contract/search.ts';
import type { Session } from '../../link/session.svelte.ts';

const debounceMs = 60;
const mostOfAKind = 6;

/** Search results of the palette, from the cache and the catalogue. */
export class PaletteSearch {
  hits = $state.raw<readonly SearchHit[]>([]);
  /** A search is running, so "nothing found" is not shown yet. */
  isSearching = $state(false);
  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Search for words in these kinds (null: all); undefined clears the results. Results of earlier words are dropped.
   */
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
      // The palette shows no results; the page shows why the cache or the core is unavailable.
      if (!controller.signal.aborted) this.hits = [];
    }
    if (!controller.signal.aborted) this.isSearching = false;
  }
}
