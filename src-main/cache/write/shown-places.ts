import { splitScope, type Scope } from '#shared/contract/scope.ts';
import type { Fields } from '../derive.ts';
import type { ScopeMove } from '../cache-types.ts';
import type { Connection } from '../open-cache.ts';
import { ownerIn } from '../owner.ts';
import { shownPlace } from '../shown-place.ts';

/** The places in which rows are shown: by the id of the project if it is known, else by its path. */
export function shownPlaces(db: Connection) {
  const idScopes = new Map<string, Scope>();
  let instancePath: string | undefined;
  return {
    learn(moves: readonly ScopeMove[]): void {
      for (const { from, to } of moves) idScopes.set(from.toLowerCase(), to);
    },
    of: (record: Fields): Scope => {
      if (typeof record['project_id'] !== 'number') instancePath ??= pathOf(ownerIn(db)?.url);
      const scope = shownPlace(record, instancePath);
      return idScopes.get(splitScope(scope)[0].toLowerCase()) ?? scope;
    },
  };
}
export type ShownPlaces = ReturnType<typeof shownPlaces>;

function pathOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
}
