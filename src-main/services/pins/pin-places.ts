import type { CoveragePlace } from '#main/cache/read/coverage-rows.ts';
import type { StoredPin } from '#main/state/pins.ts';
import type { PinTarget, PinView } from '#shared/contract/pins.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { pathsAbove } from '#shared/off-places.ts';
import { placesOf } from '../coverage/coverage.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';

const viewPrefix = 'view:';

/** The target of a pin as it is stored. */
export const storedTarget = (target: PinTarget, instance: Pick<Instance, 'scopeOf'>): string =>
  target.kind === 'view' ? `${viewPrefix}${target.view.id}` : instance.scopeOf(target.scope);

export function targetOf({ target, doc }: Pick<StoredPin, 'target' | 'doc'>): PinTarget {
  return doc.view === null ? { kind: 'place', scope: target } : { kind: 'view', view: doc.view };
}

/**
 * The places of a pin: a project; a group with its known subgroups and projects; everything; or those of a view.
 * Fails: `invalid` for a place below a project.
 */
export function pinnedPlaces(
  table: StateTables['catalogue'],
  instance: Pick<Instance, 'profile' | 'scopeOf'>,
  { scope, view }: { scope: Scope | null; view: PinView | null },
): CoveragePlace[] {
  const all = placesOf(table, instance);
  if (view !== null) scope = view.scope;
  if (scope === null || (scope === '' && view === null)) return all;
  const wanted = instance.scopeOf(scope);
  const own = all.find((place) => place.scope === wanted) ?? unknownPlace(wanted);
  if (own.kind !== 'group' || view !== null) return [own];
  const below = all.filter((place) => place.label.toLowerCase().startsWith(`${own.label.toLowerCase()}/`));
  return [own, ...below];
}

/** The instance and the known groups that contain pinned places and are not pinned themselves. */
export function placesAround(
  table: StateTables['catalogue'],
  instance: Pick<Instance, 'profile' | 'scopeOf'>,
  pinned: readonly CoveragePlace[],
): CoveragePlace[] {
  const own = new Set(pinned.map(({ scope }) => scope));
  const above = new Set(pinned.flatMap(({ label }) => pathsAbove(label)));
  const isAbove = ({ kind, label }: CoveragePlace): boolean =>
    kind === 'instance' || (kind === 'group' && above.has(label.toLowerCase()));
  const found = placesOf(table, instance).filter((place) => !own.has(place.scope) && isAbove(place));
  return found.map((place) => ({ ...place, isAround: true }));
}

/** A place that is not in the catalogue. */
function unknownPlace(scope: Scope): CoveragePlace {
  const read = readScope(scope);
  if (read === null || read.place !== null) {
    throw new Failure('invalid', `only groups and projects are pinned: ${scope}`, { field: 'scope' });
  }
  return { key: 0, kind: read.kind, scope, label: String(read.ref), around: [] };
}
