import { readScope, type Scope } from '#shared/contract/collection.ts';
import type { Session } from '../../link/session.svelte.ts';

/** What groups and projects are called, for tables that show rows of many: asked of the catalogue as they come into view. */
export class PlaceNames {
  #names = $state.raw<Readonly<Record<Scope, string>>>({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- what was asked changes nothing on show, only its answer does
  readonly #asked = new Set<Scope>();
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    return this.#session.client.catalogue.changed(() => {
      for (const scope of this.#asked) void this.#load(scope);
    });
  }

  /** Its path; what stands in the scope while that is not known. */
  nameOf(scope: Scope): string {
    if (!this.#asked.has(scope)) {
      this.#asked.add(scope);
      void this.#load(scope);
    }
    return this.#names[scope] ?? String(readScope(scope)?.ref ?? '');
  }

  async #load(scope: Scope): Promise<void> {
    try {
      const entry = await this.#session.client.catalogue.get({ scope });
      const name = entry?.path ?? entry?.name;
      if (typeof name === 'string') this.#names = { ...this.#names, [scope]: name };
    } catch {
      // The ref stays in its place; asked again when it is next on show.
      this.#asked.delete(scope);
    }
  }
}
