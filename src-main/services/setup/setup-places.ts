import type { catalogue as catalogueTable, CatalogueRow } from '#main/state/catalogue.ts';
import type { PlaceDiscoveryTable } from '#main/state/place-discovery.ts';
import type { SetupTable } from '#main/state/setup.ts';
import { collections, type CollectionName } from '#shared/contract/collections.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { isOffIn, pathsAbove } from '#shared/off-places.ts';
import { days } from '#shared/time.ts';
import { activityOf } from '../catalogue/candidate-groups.ts';
import { toEntry } from '../catalogue/catalogue.ts';
import { sourceOf } from '../lists/list-sources.ts';
import { placesOfStep } from './setup-steps.ts';

export interface Place extends Pick<CatalogueRow, 'kind' | 'id' | 'path'> {
  scope: Scope;
  label: string;
  /** The newest known activity; 0: unknown. */
  activeAt: number;
  foundIn: string | null;
  /** The group refused a request that only an Owner can send. */
  isNotOwned?: boolean;
}

interface Tables {
  catalogue: Pick<ReturnType<typeof catalogueTable>, 'all' | 'get'>;
  placeDiscovery: Pick<PlaceDiscoveryTable, 'activity' | 'answers'>;
  setups: Pick<SetupTable, 'off'>;
}

/** A place counts as active for this time after its newest known activity. */
const activeForMs = days(30);

/** All places of the catalogue, the newest activity first. A group is as active as its most active project. */
export function knownPlaces({ catalogue, placeDiscovery }: Omit<Tables, 'setups'>, profileId: string): Place[] {
  const rows = catalogue.all(profileId);
  const activity = placeDiscovery.activity(profileId);
  const above = new Map<string, number>();
  for (const row of rows) {
    if (row.kind !== 'project' || row.path === null) continue;
    const at = activityOf(activity, row);
    for (const path of pathsAbove(row.path)) above.set(path, Math.max(above.get(path) ?? 0, at));
  }
  return rows
    .map((row) => ({
      kind: row.kind,
      id: row.id,
      path: row.path,
      scope: toEntry(row).scope,
      label: row.path ?? String(row.id),
      activeAt: row.kind === 'project' ? activityOf(activity, row) : (above.get(row.path?.toLowerCase() ?? '') ?? 0),
      foundIn: row.sourceDetail,
    }))
    .sort((a, b) => b.activeAt - a.activeAt);
}

type ListKinds = Parameters<typeof placesOfStep>[0];

/** The known places of these kinds that were not switched off, in the order of the catalogue, with labels. */
export function placesInUse(
  { catalogue, setups }: Pick<Tables, 'catalogue' | 'setups'>,
  profileId: string,
  kinds: ListKinds,
): { scope: Scope; label: string }[] {
  const off = new Set(setups.off(profileId, 'place'));
  return placesOfStep(kinds, catalogue.all(profileId))
    .filter((row) => !isOffIn(off, row))
    .map((row) => ({ scope: toEntry(row).scope, label: row.path ?? String(row.id) }));
}

/** The places in use that have a list. */
export function placesWithList(
  tables: Pick<Tables, 'catalogue' | 'setups'>,
  profileId: string,
  collection: CollectionName,
): { scope: Scope; label: string }[] {
  const { setup } = collections[collection];
  return placesInUse(tables, profileId, { ...setup, scopes: sourceOf(collection).listedScopes });
}

/**
 * The scopes in which a list is kept fresh, unless it is switched off: the instance if it has the list, and all places
 * in use that have it if the list of the instance does not contain their rows.
 */
export function scopesInUse(
  tables: Pick<Tables, 'catalogue' | 'setups'>,
  profileId: string,
  collection: CollectionName,
): readonly Scope[] {
  if (tables.setups.off(profileId, 'collection').includes(collection)) return [];
  const { listedScopes } = sourceOf(collection);
  const { isSameInAllScopes, isStoredOnce, sync } = collections[collection];
  const ofInstance = listedScopes.includes('instance') ? [''] : [];
  if (ofInstance.length > 0 && (isSameInAllScopes || isStoredOnce || sync === 'windows')) return ofInstance;
  return [...ofInstance, ...placesWithList(tables, profileId, collection).map(({ scope }) => scope)];
}

/** How many known places have a list, and are switched off. */
export function placesOff(
  tables: Pick<Tables, 'catalogue' | 'setups'>,
  profileId: string,
  collection: CollectionName,
): number {
  const kinds = { ...collections[collection].setup, scopes: sourceOf(collection).listedScopes };
  const known = placesOfStep(kinds, tables.catalogue.all(profileId)).length;
  return known - placesInUse(tables, profileId, kinds).length;
}

/** Returns a test whether a list is switched off in a scope: its collection, the place, or a group above the place. */
export function offTest(
  { catalogue, setups }: Pick<Tables, 'catalogue' | 'setups'>,
  profileId: string,
  collection: string,
): (scope: Scope) => boolean {
  if (setups.off(profileId, 'collection').includes(collection)) return () => true;
  const off = new Set(setups.off(profileId, 'place'));
  return (scope) => {
    const place = readScope(scope);
    const row = place === null || off.size === 0 ? null : catalogue.get(profileId, place.kind, place.ref);
    return row !== null && isOffIn(off, row);
  };
}

/**
 * The places that the setup may sync. Without administrator rights, a group that refused a request that only an Owner
 * can send has `isNotOwned`. The setup does not sync lists of this group that require the role Owner.
 */
export function placesToSync(
  tables: Tables,
  profileId: string,
  { isAdministrator, activeAfter }: { isAdministrator: boolean; activeAfter: number | null },
): Place[] {
  const off = new Set(tables.setups.off(profileId, 'place'));
  const answers = tables.placeDiscovery.answers(profileId, 'group');
  return knownPlaces(tables, profileId).flatMap((place) => {
    if (isOffIn(off, place) || (activeAfter !== null && place.activeAt < activeAfter)) return [];
    const answer = place.kind === 'group' ? answers.get(place.path?.toLowerCase() ?? '') : undefined;
    return { ...place, isNotOwned: !isAdministrator && answer?.outcome === 'refused' };
  });
}

export const activeAfter = (now: number): number => now - activeForMs;
