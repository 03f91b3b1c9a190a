import { collections, type CollectionName } from '#shared/contract/collections.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { jobs as words } from '#shared/text/en/jobs.ts';
import { treeTimes } from '../artifacts/artifact-trees.ts';
import { knownJobs } from '../deployments/known-jobs.ts';
import type { Instance } from '../instances/instance.ts';
import type { Clock } from '#main/ports.ts';
import { itemsBelow } from './sources/places-below.ts';

/** A list below a project. `isFresh`: it does not need a sync. */
export interface ListBelow {
  scope: Scope;
  label: string;
  isFresh: boolean;
}

/**
 * The lists of a collection below a project, from what is cached: of all rows that have one, or the artifacts of all known
 * jobs. Sends no request. A list that was synced after `since` is fresh. `project`: as `scopeOf` returns it.
 */
export async function listsBelow(
  instance: Instance,
  { collection, project, since, clock }: { collection: CollectionName; project: Scope; since: number; clock: Clock },
  signal: AbortSignal,
): Promise<ListBelow[]> {
  if ('project/job' in collections[collection].lists) {
    const { jobs } = await knownJobs(instance, project, await treeTimes(instance, project, signal), signal);
    return jobs.map(({ jobId, treeAt }) => ({
      ...{ scope: `${project}/job:${jobId}`, label: words.artifactsOf(jobId) },
      isFresh: treeAt !== null && treeAt >= since,
    }));
  }
  const kind = readScope(project)?.kind ?? 'project';
  const places = [{ key: 0, kind, scope: project, label: '', around: [] }];
  const common = { range: 'all' as const, view: null, isOff: () => false, clock, signal };
  const needs = { instance, places: () => places, freshSince: since, ...common };
  const items = await itemsBelow(collection, needs);
  return items.map(({ scope, label, isStored }) => ({ scope, label, isFresh: isStored }));
}
