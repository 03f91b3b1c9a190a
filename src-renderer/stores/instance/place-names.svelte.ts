import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Names of groups and projects for tables with rows of several scopes. Each is loaded when it becomes visible. */
export class PlaceNames {
  #names = $state.raw<Readonly<Record<Scope, string>>>({});
  #entries = $state.raw<Readonly<Record<Scope, CatalogueEntry | null>>>({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- requested scopes are not shown, only their names are
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

  /** The path, or the reference in the scope until it is loaded. */
  nameOf(scope: Scope): string {
    this.#ask(scope);
    return this.#names[scope] ?? String(readScope(scope)?.ref ?? '');
  }

  /** Null: not in the catalogue, or not loaded yet. */
  entryOf(scope: Scope): CatalogueEntry | null {
    this.#ask(scope);
    return this.#entries[scope] ?? null;
  }

  #ask(scope: Scope): void {
    if (this.#asked.has(scope)) return;
    this.#asked.add(scope);
    void this.#load(scope);
  }

  async #load(scope: Scope): Promise<void> {
    try {
      const entry = await this.#session.client.catalogue.get({ scope });
      this.#entries = { ...this.#entries, [scope]: entry };
      const name = entry?.path ?? entry?.name;
      if (typeof name === 'string') this.#names = { ...this.#names, [scope]: name };
    } catch {
      // The reference stays; it is loaded again when it is visible the next time.
      this.#asked.delete(scope);
    }
  }
}

const shared = new WeakMap<Session, PlaceNames>();

/** The names that all tables of a window share. They are updated as long as the window exists. */
export function placeNamesOf(session: Session): PlaceNames {
  let names = shared.get(session);
  if (names === undefined) {
    names = new PlaceNames(session);
    names.follow();
    shared.set(session, names);
  }
  return names;
}
