import type { CatalogueRow } from '#main/state/catalogue.ts';
import type { SetupPart } from '#shared/contract/collection.ts';
import { collectionNames, collections, isCollection, type CollectionName } from '#shared/contract/collections.ts';
import type { ScopeKind } from '#shared/contract/scope.ts';
import { placesStep, type SetupChoice, type SetupStep } from '#shared/contract/setup.ts';
import { sourceOf } from '../lists/list-sources.ts';

/** A step that syncs a collection. */
export interface CollectionStep extends SetupPart {
  id: CollectionName;
  /** Where its rows are listed. */
  scopes: readonly ScopeKind[];
  requestsPerPlace: number;
}

/** The steps that sync a collection, in order. */
export const collectionSteps: readonly CollectionStep[] = collectionNames
  .flatMap((id) => {
    const { setup } = collections[id];
    if (setup === undefined) return [];
    return [{ scopes: sourceOf(id).listedScopes.filter(isWholePlace), requestsPerPlace: 1, ...setup, id }];
  })
  .sort((a, b) => Number(isForInstance(b)) - Number(isForInstance(a)) || a.position - b.position);

/** The names of all steps, in order. */
export const stepIds: readonly string[] = [
  ...collectionSteps.filter(isForInstance).map(({ id }) => id),
  placesStep,
  ...collectionSteps.filter((step) => !isForInstance(step)).map(({ id }) => id),
];

export function isInChoice(id: string, choice: SetupChoice | null): boolean {
  if (choice !== 'essentials' || id === placesStep) return true;
  return isCollection(id) && collections[id].setup?.isEssential === true;
}

export function isForInstance({ scopes }: Pick<CollectionStep, 'scopes'>): boolean {
  return scopes.includes('instance');
}

export function isForPlaces({ scopes }: Pick<CollectionStep, 'scopes'>): boolean {
  return scopes.includes('group') || scopes.includes('project');
}

/** The known places that have the list of a step. */
export function placesOfStep<P extends Pick<CatalogueRow, 'kind' | 'path'> & { isNotOwned?: boolean }>(
  { scopes, isTopLevelOnly, role }: Pick<CollectionStep, 'scopes' | 'isTopLevelOnly' | 'role'>,
  places: readonly P[],
): P[] {
  return places.filter(
    ({ kind, path, isNotOwned = false }) =>
      scopes.includes(kind) &&
      !(isTopLevelOnly === true && path?.includes('/') === true) &&
      !(isNotOwned && role === 'owner'),
  );
}

export function freshStep(id: string): SetupStep {
  const step = collectionSteps.find((one) => one.id === id);
  return {
    id,
    state: 'queued',
    rows: 0,
    placesDone: 0,
    placesTotal: step !== undefined && isForPlaces(step) ? 0 : null,
    refusedPlaces: 0,
    requests: 0,
    estimatedRequests: 0,
    syncedAt: null,
  };
}

/** Lists below a project, such as the notes of an issue, are not part of the setup. */
function isWholePlace(kind: ScopeKind): boolean {
  return kind === 'instance' || kind === 'group' || kind === 'project';
}
