import { hasTextsOnly, searchKinds, type SearchHit, type SearchKind } from '#shared/contract/search.ts';
import type { Session } from '../../link/session.svelte.ts';

const debounceMs = 60;
/** Texts such as notes are searched after a longer pause, because that can take longer than a search of names. */
const textsAfterMs = 250;
const mostOfAKind = 6;

/** Search results of the palette, from the cache and the catalogue. */
export class PaletteSearch {
  hits = $state.raw<readonly SearchHit[]>([]);
  /** A search is running, so "nothing found" is not shown yet. */
  isSearching = $state(false);
  /** Texts such as notes are not searched yet. */
  areTextsDue = $state(false);
  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #textsTimer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Search for words in these kinds (null: all); undefined clears the results. Results of earlier words are dropped.
   */
  search(words: string | undefined, kinds: readonly SearchKind[] | null): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#textsTimer);
    this.#running?.abort();
    this.isSearching = words !== undefined;
    this.areTextsDue = false;
    if (words === undefined) this.hits = [];
    else this.#timer = setTimeout(() => void this.#query(words, kinds), debounceMs);
  }

  async #query(words: string, kinds: readonly SearchKind[] | null): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    const [names, texts] = [false, true].map((isText) =>
      (kinds ?? searchKinds).filter((kind) => hasTextsOnly(kind) === isText),
    );
    const find = async (of: readonly SearchKind[] = []): Promise<SearchHit[]> => {
      const input = { words: words.slice(0, 200), limit: mostOfAKind, kinds: [...of] };
      try {
        return (await this.#session.client.search.find(input, controller.signal)).hits;
      } catch {
        // The palette shows no results; the page shows why the cache or the core is unavailable.
        return [];
      }
    };
    const hits = await find(names);
    if (controller.signal.aborted) return;
    this.hits = hits;
    this.isSearching = false;
    this.areTextsDue = texts !== undefined && texts.length > 0;
    if (!this.areTextsDue) return;
    this.#textsTimer = setTimeout(() => {
      void find(texts).then((more) => {
        if (controller.signal.aborted) return;
        this.areTextsDue = false;
        if (more.length > 0) this.hits = [...hits, ...more];
      });
    }, textsAfterMs);
  }
}
