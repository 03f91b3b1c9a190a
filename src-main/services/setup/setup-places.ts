import type { catalogue as catalogueTable, CatalogueRow } from '#main/state/catalogue.ts';
import type { PlaceDiscoveryTable } from '#main/state/place-discovery.ts';
import type { SetupTable } from '#main/state/setup.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { days } from '#shared/time.ts';
import { toEntry } from '../catalogue/catalogue.ts';

export interface Place extends Pick<CatalogueRow, 'kind' | 'id' | 'path'> {
  scope: Scope;
  label: string;
  /** The newest known activity; 0: unknown. */
  activeAt: number;
  foundIn: string | null;
}

interface Tables {
  catalogue: Pick<ReturnType<typeof catalogueTable>, 'list' | 'get'>;
  placeDiscovery: Pick<PlaceDiscoveryTable, 'activity' | 'answers'>;
  setups: Pick<SetupTable, 'off'>;
}

/** A place counts as active for this time after its newest known activity. */
const activeForMs = days(30);

/** All places of the catalogue, the newest activity first. A group is as active as its most active project. */
export function knownPlaces({ catalogue, placeDiscovery }: Omit<Tables, 'setups'>, profileId: string): Place[] {
  const everything = { from: 0, count: Number.MAX_SAFE_INTEGER };
  const { rows } = catalogue.list(profileId, CatalogueQuery.parse({}), everything);
  const activity = placeDiscovery.activity(profileId);
  const above = new Map<string, number>();
  const active = ({ id, path }: Pick<CatalogueRow, 'id' | 'path'>): number =>
    activity.get(path?.toLowerCase() ?? '') ?? activity.get(String(id)) ?? 0;
  for (const row of rows) {
    if (row.kind !== 'project' || row.path === null) continue;
    const at = active(row);
    for (const path of pathsAbove(row.path)) above.set(path, Math.max(above.get(path) ?? 0, at));
  }
  return rows
    .map((row) => ({
      kind: row.kind,
      id: row.id,
      path: row.path,
      scope: toEntry(row).scope,
      label: row.path ?? String(row.id),
      activeAt: row.kind === 'project' ? active(row) : (above.get(row.path?.toLowerCase() ?? '') ?? 0),
      foundIn: row.sourceDetail,
    }))
    .sort((a, b) => b.activeAt - a.activeAt);
}

/** `acme` and `acme/platform` for `acme/platform/images`, in lower case. */
export function pathsAbove(path: string): string[] {
  const names = path.toLowerCase().split('/');
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
}

/** The name under which a place is stored as switched off: its path if it is known. */
export function offName({ kind, id, path }: Pick<CatalogueRow, 'kind' | 'id' | 'path'>): string {
  return `${kind}:${path?.toLowerCase() ?? id}`;
}

/** Whether a place is switched off, itself or with a group above it. */
export function isOffIn(off: ReadonlySet<string>, place: Pick<CatalogueRow, 'kind' | 'id' | 'path'>): boolean {
  if (off.size === 0) return false;
  const own = [offName(place), `${place.kind}:${place.id}`];
  const groups = place.path === null ? [] : pathsAbove(place.path).map((path) => `group:${path}`);
  return [...own, ...groups].some((name) => off.has(name));
}

/**
 * The places that the setup may sync. Without administrator rights, groups that refused a request for Owners are left
 * out, because every list of a group requires that role.
 */
export function placesToSync(
  tables: Tables,
  profileId: string,
  { isAdministrator, activeAfter }: { isAdministrator: boolean; activeAfter: number | null },
): Place[] {
  const off = new Set(tables.setups.off(profileId, 'place'));
  const answers = tables.placeDiscovery.answers(profileId, 'group');
  return knownPlaces(tables, profileId).filter((place) => {
    if (isOffIn(off, place)) return false;
    if (activeAfter !== null && place.activeAt < activeAfter) return false;
    const answer = place.kind === 'group' ? answers.get(place.path?.toLowerCase() ?? '') : undefined;
    return isAdministrator || answer?.outcome !== 'refused';
  });
}

export const activeAfter = (now: number): number => now - activeForMs;
