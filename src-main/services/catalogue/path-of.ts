import type { StateTables } from '../state-tables.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';

/** The path of a group or project; null: it is not known. */
export function pathOf(catalogue: StateTables['catalogue'], profileId: string, scope: Scope): string | null {
  const place = readScope(scope);
  return place === null ? null : (catalogue.get(profileId, place.kind, place.ref)?.path ?? null);
}
