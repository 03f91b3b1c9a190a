import type { KnownId } from '#main/state/catalogue.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';

/** Finds the path of the group or project of a scope; null: the whole instance, or the path is not known. */
export function placeLabels(known: readonly KnownId[]): (scope: Scope) => string | null {
  const paths = new Map(known.map(({ kind, id, path }) => [`${kind}:${id}`, path]));
  return (scope) => {
    const place = readScope(scope);
    if (typeof place?.ref !== 'number') return place?.ref ?? null;
    return paths.get(`${place.kind}:${place.ref}`) ?? null;
  };
}
