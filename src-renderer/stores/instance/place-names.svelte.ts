import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { FoundScopes } from '../loading/found-scopes.svelte.ts';
import { onePerSession } from '../loading/one-per-session.ts';
import type { Profiles } from './profiles.svelte.ts';

interface Needs {
  session: Session;
  profiles: Pick<Profiles, 'openId'>;
}

const entriesOf = (session: Session) =>
  new FoundScopes<CatalogueEntry>(
    session,
    (scope) => session.client.catalogue.get({ scope }),
    session.client.catalogue,
  );

/** Names of groups and projects of the open instance, for texts that contain only scopes. */
export class PlaceNames {
  readonly #entries: FoundScopes<CatalogueEntry>;
  readonly #profiles: Needs['profiles'];

  constructor({ session, profiles }: Needs, entries = entriesOf(session)) {
    this.#entries = entries;
    this.#profiles = profiles;
  }

  follow = () => this.#entries.follow();

  /** The path, or the reference in the scope until it is loaded. */
  nameOf(scope: Scope): string {
    const entry = this.entryOf(scope);
    return entry?.path ?? entry?.name ?? String(readScope(scope)?.ref ?? '');
  }

  /** Null: not in the catalogue, or not loaded yet. */
  entryOf(scope: Scope): CatalogueEntry | null {
    return this.#entries.of(this.#profiles.openId, scope);
  }
}

const sharedEntries = onePerSession(entriesOf);

/** The names that all parts of a window share. They are updated as long as the window exists. */
export function placeNamesOf(needs: Needs): PlaceNames {
  return new PlaceNames(needs, sharedEntries(needs.session));
}
