import type { Session } from '../../link/session.svelte.ts';

/** How many groups, or projects, or both, the catalogue knows; null while that is not known. */
export class KnownPlaces {
  count = $state.raw<number | null>(null);
  readonly #session: Session;
  readonly #query: { kind?: 'group' | 'project' };

  constructor(session: Session, kinds: readonly string[]) {
    const wanted = (['group', 'project'] as const).filter((kind) => kinds.includes(kind));
    const only = wanted.length === 1 ? wanted[0] : undefined;
    this.#session = session;
    this.#query = only === undefined ? {} : { kind: only };
  }

  follow(): () => void {
    void this.#load();
    return this.#session.client.catalogue.changed(() => void this.#load());
  }

  async #load(): Promise<void> {
    try {
      const { catalogue } = this.#session.client;
      this.count = (await catalogue.list({ query: this.#query, slice: { from: 0, count: 1 } })).total;
    } catch {
      // The same cache is closed to every page; the frame says so.
      this.count = null;
    }
  }
}
