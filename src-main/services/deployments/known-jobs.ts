import { mostKnownJobs, type KnownJob } from '#shared/contract/artifact-files.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';

/**
 * The jobs of a project in cached deployments, the newest first, and those whose tree of artifacts was synced. `trees`: the
 * times of these syncs, by the ID of the job.
 */
export async function knownJobs(
  { reader }: Pick<Instance, 'reader'>,
  project: Scope,
  trees: ReadonlyMap<number, number>,
  signal: AbortSignal,
): Promise<{ jobs: KnownJob[] }> {
  const jobs = new Map<number, KnownJob>();
  const query = wholeList(project, { sort: { by: 'created_at', direction: 'desc' }, notReturned: 'show' });
  for await (const piece of reader.lists('deployments').rows(allOf(query), signal)) {
    for (const { row } of piece) {
      const { id: jobId, name, ref, status } = row.deployable ?? {};
      if (typeof jobId !== 'number' || jobs.has(jobId)) continue;
      const treeAt = trees.get(jobId) ?? null;
      const environment = row.environment?.name ?? null;
      jobs.set(jobId, { jobId, name: name ?? null, ref: ref ?? null, status: status ?? null, environment, treeAt });
    }
    if (jobs.size >= mostKnownJobs) break;
  }
  for (const [jobId, treeAt] of trees) {
    if (!jobs.has(jobId)) jobs.set(jobId, { jobId, name: null, ref: null, status: null, environment: null, treeAt });
  }
  return { jobs: [...jobs.values()].slice(0, mostKnownJobs) };
}
