import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The number of groups, projects or both in the catalogue, and the first of them. */
export class KnownPlaces {
  /** Null until loaded. */
  count = $state.raw<number | null>(null);
  /** The first entries; null until loaded. */
  entries = $state.raw<readonly CatalogueEntry[] | null>(null);
  readonly #session: Session;
  readonly #query: { kind?: 'group' | 'project' };
  readonly #most: number;

  /** Shape: `most` is the number of entries to load. */
  constructor(session: Session, kinds: readonly string[], most = 1) {
    const wanted = (['group', 'project'] as const).filter((kind) => kinds.includes(kind));
    const only = wanted.length === 1 ? wanted[0] : undefined;
    this.#session = session;
    this.#most = most;
    this.#query = only === undefined ? {} : { kind: only };
  }

  follow(): () => void {
    void this.#load();
    return this.#session.client.catalogue.changed(() => void this.#load());
  }

  async #load(): Promise<void> {
    try {
      const { catalogue } = this.#session.client;
      const reply = await catalogue.list({ query: this.#query, slice: { from: 0, count: this.#most } });
      this.count = reply.total;
      this.entries = reply.rows;
    } catch {
      // The cache is closed, which the frame shows.
      this.count = null;
      this.entries = null;
    }
  }
}
