import type { User } from '#shared/contract/users.ts';
import type { Session } from '../link/session.svelte.ts';

const debounceMs = 60;
const mostHits = 8;

/** People found in the cache for the words typed into the palette. */
export class PaletteSearch {
  people = $state.raw<User[]>([]);
  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Look for these words; no words find nobody. Late answers of earlier words are dropped. */
  search(words: string): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    if (words.trim() === '') this.people = [];
    else this.#timer = setTimeout(() => void this.#query(words), debounceMs);
  }

  async #query(search: string): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    try {
      const input = { query: { search }, slice: { from: 0, count: mostHits } };
      const { rows } = await this.#session.client.users.list(input, controller.signal);
      if (!controller.signal.aborted) this.people = rows.map(({ row }) => row);
    } catch {
      // Nobody found is what the palette shows; the page on show explains a closed cache or a lost core.
      if (!controller.signal.aborted) this.people = [];
    }
  }
}
