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

const entriesOf = onePerSession(
  (session) =>
    new FoundScopes<CatalogueEntry>(
      session,
      (scope) => session.client.catalogue.get({ scope }),
      session.client.catalogue,
    ),
);

/**
 * Names of groups and projects of the open instance, for texts that contain only scopes. All parts of a window share
 * them, and they are updated as long as the window exists.
 */
export function placeNamesOf({ session, profiles }: Needs) {
  const entries = entriesOf(session);
  /** Null: not in the catalogue, or not loaded yet. */
  const entryOf = (scope: Scope): CatalogueEntry | null => entries.of(profiles.openId, scope);
  /** The path, or the reference in the scope until it is loaded. */
  function nameOf(scope: Scope): string {
    const entry = entryOf(scope);
    return entry?.path ?? entry?.name ?? String(readScope(scope)?.ref ?? '');
  }
  return { entryOf, nameOf };
}
export type PlaceNames = ReturnType<typeof placeNamesOf>;
