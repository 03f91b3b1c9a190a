import { hasTextsOnly, searchKinds, type SearchHit, type SearchKind } from '#shared/contract/search.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';

const debounceMs = 60;
/** Texts such as notes are searched after a longer pause, because that can take longer than a search of names. */
const textsAfterMs = 250;
const mostOfAKind = 6;
const nothing = { hits: [], note: null };

/** What to search for. `kinds`: null: all. `text`: all that was typed. `near`: the chosen scope. */
export interface PaletteQuery {
  words: string;
  kinds: readonly SearchKind[] | null;
  text: string;
  near: Scope;
}

/** Search results of the palette, from the cache and the catalogue. */
export class PaletteSearch {
  hits = $state.raw<readonly SearchHit[]>([]);
  /** Why a web address leads to no page. */
  note = $state.raw<string | null>(null);
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

  /** Search; undefined clears the results. Results of an earlier query are dropped. */
  search(query: PaletteQuery | undefined): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#textsTimer);
    this.#running?.abort();
    this.isSearching = query !== undefined;
    this.areTextsDue = false;
    this.note = null;
    if (query === undefined) this.hits = [];
    else this.#timer = setTimeout(() => void this.#query(query), debounceMs);
  }

  async #query({ words, kinds, text, near }: PaletteQuery): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    const [names = [], texts = []] = [false, true].map((isText) =>
      (kinds ?? searchKinds).filter((kind) => hasTextsOnly(kind) === isText),
    );
    const { search } = this.#session.client;
    // If a search fails, the palette shows no results; the page shows why the cache or the core is unavailable.
    const find = async (of: readonly SearchKind[]): Promise<readonly SearchHit[]> => {
      const input = { words: words.slice(0, 200), limit: mostOfAKind, kinds: [...of] };
      return (await search.find(input, controller.signal).catch(() => nothing)).hits;
    };
    const [exact, named] = await Promise.all([
      search.recognize({ text, near }, controller.signal).catch(() => nothing),
      find(names),
    ]);
    if (controller.signal.aborted) return;
    const known = exact.hits.map(identityOf);
    const others = (found: readonly SearchHit[]) => found.filter((hit) => !known.includes(identityOf(hit)));
    this.hits = [...exact.hits, ...others(named)];
    this.note = exact.note;
    this.isSearching = false;
    this.areTextsDue = texts.length > 0;
    if (!this.areTextsDue) return;
    this.#textsTimer = setTimeout(() => {
      void find(texts).then((more) => {
        if (controller.signal.aborted) return;
        this.areTextsDue = false;
        if (more.length > 0) this.hits = [...this.hits, ...others(more)];
      });
    }, textsAfterMs);
  }
}

const identityOf = ({ kind, id, key }: SearchHit): string => `${kind} ${id ?? key}`;
