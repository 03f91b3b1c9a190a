import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { Profiles } from './profiles.svelte.ts';

interface Needs {
  session: Session;
  profiles: Pick<Profiles, 'openId'>;
}

/** Names of groups and projects of the open instance, for texts that have only their scopes. Each name is loaded when it is first shown. */
export class PlaceNames {
  /** By profile and scope, because the same ID can be that of another project on another instance. */
  #entries = $state.raw<Readonly<Record<string, CatalogueEntry | null>>>({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- requested scopes are not shown, only their entries are
  readonly #asked = new Set<string>();
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  follow(): () => void {
    return this.#needs.session.client.catalogue.changed(() => {
      const { openId } = this.#needs.profiles;
      for (const key of this.#asked) {
        if (key.startsWith(`${openId} `)) void this.#load(key);
        else this.#asked.delete(key);
      }
    });
  }

  /** The path, or the reference in the scope until it is loaded. */
  nameOf(scope: Scope): string {
    const entry = this.entryOf(scope);
    return entry?.path ?? entry?.name ?? String(readScope(scope)?.ref ?? '');
  }

  /** Null: not in the catalogue, or not loaded yet. */
  entryOf(scope: Scope): CatalogueEntry | null {
    const key = `${this.#needs.profiles.openId} ${scope}`;
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      void this.#load(key);
    }
    return this.#entries[key] ?? null;
  }

  async #load(key: string): Promise<void> {
    const [profile, scope = ''] = key.split(' ');
    try {
      const entry = await this.#needs.session.client.catalogue.get({ scope });
      if (profile === this.#needs.profiles.openId) this.#entries = { ...this.#entries, [key]: entry };
    } catch {
      // The reference stays; it is loaded again when it is visible the next time.
      this.#asked.delete(key);
    }
  }
}

const shared = new WeakMap<Session, PlaceNames>();

/** The names that all parts of a window share. They are updated as long as the window exists. */
export function placeNamesOf({ session, profiles }: Needs): PlaceNames {
  let names = shared.get(session);
  if (names === undefined) {
    names = new PlaceNames({ session, profiles });
    names.follow();
    shared.set(session, names);
  }
  return names;
}
