import type { CatalogueRow } from '#main/state/catalogue.ts';
import type { ScopeKind } from '#shared/contract/scope.ts';
import { isCollection, type CollectionName } from '#shared/contract/collections.ts';
import { placesStep, type SetupChoice, type SetupStep } from '#shared/contract/setup.ts';
import { sourceOf } from '../lists/list-sources.ts';

/** A step that syncs a collection. `scopes`: where its rows are listed; `''` is the instance. */
export interface CollectionStep {
  id: CollectionName;
  scopes: readonly ScopeKind[];
  /** Only groups without a parent have this list (document 3:59, 3:70). */
  isTopLevelOnly: boolean;
  /** Requests of one place, for the estimate. */
  requestsPerPlace: number;
  /** The details of the rows of the instance are requested, too. */
  hasDetails: boolean;
}
interface Described {
  /** Lists of these scopes are not part of the setup. */
  without?: readonly ScopeKind[];
  isTopLevelOnly?: true;
  requestsPerPlace?: number;
  hasDetails?: true;
}

/** The collections of the setup, in its order. A name that is not a listed collection is left out. */
const order: readonly (readonly [string, Described?])[] = [
  ['users'],
  // The list of the instance contains those of all groups and projects
  ['runners', { without: ['group', 'project'], hasDetails: true }],
  ['serviceAccounts'],
  [placesStep],
  ['members', { requestsPerPlace: 2 }],
  ['enterpriseUsers', { isTopLevelOnly: true }],
  ['accessTokens', { requestsPerPlace: 6 }],
  ['sshCertificates', { isTopLevelOnly: true }],
  ['pushRules'],
  ['webhooks'],
  ['remoteMirrors'],
  ['deployments', { requestsPerPlace: 2 }],
];

/** The names of all steps, in order. */
export const stepIds: readonly string[] = order.flatMap(([id]) => (id === placesStep || isListed(id) ? [id] : []));

/** The steps that sync a collection, in order. */
export const collectionSteps: readonly CollectionStep[] = order.flatMap(([id, described = {}]) => {
  if (!isListed(id)) return [];
  const { without = [], isTopLevelOnly = false, requestsPerPlace = 1, hasDetails = false } = described;
  const scopes = sourceOf(id).listedScopes.filter((kind) => isWholePlace(kind) && !without.includes(kind));
  return [{ id, scopes, isTopLevelOnly, requestsPerPlace, hasDetails }];
});

const essentials: readonly string[] = ['users', 'runners', placesStep, 'accessTokens'];

export function isInChoice(id: string, choice: SetupChoice | null): boolean {
  return choice !== 'essentials' || essentials.includes(id);
}

export function isForPlaces({ scopes }: Pick<CollectionStep, 'scopes'>): boolean {
  return scopes.includes('group') || scopes.includes('project');
}

/** The known places that have the list of a step. */
export function placesOfStep<P extends Pick<CatalogueRow, 'kind' | 'path'>>(
  { scopes, isTopLevelOnly }: Pick<CollectionStep, 'scopes' | 'isTopLevelOnly'>,
  places: readonly P[],
): P[] {
  return places.filter(({ kind, path }) => scopes.includes(kind) && !(isTopLevelOnly && path?.includes('/') === true));
}

export function freshStep(id: string): SetupStep {
  const step = collectionSteps.find((one) => one.id === id);
  return {
    id,
    state: 'queued',
    rows: 0,
    figures: [],
    placesDone: 0,
    placesTotal: step !== undefined && isForPlaces(step) ? 0 : null,
    refusedPlaces: 0,
    requests: 0,
    estimatedRequests: 0,
    syncedAt: null,
  };
}

function isListed(id: string): id is CollectionName {
  return isCollection(id) && sourceOf(id).listedScopes.length > 0;
}

/** Lists below a project, such as the notes of an issue, are not part of the setup. */
function isWholePlace(kind: ScopeKind): boolean {
  return kind === 'instance' || kind === 'group' || kind === 'project';
}
