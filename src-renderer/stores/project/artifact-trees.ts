import type { CoverageRow } from '#shared/contract/coverage.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { syncList } from '../lists/sync-jobs.ts';

/** Whether a row of the coverage is that of artifacts, and trees of jobs were synced before. Only these can be synced again. */
export const hasTrees = ({ collection, below }: Pick<CoverageRow, 'collection' | 'below'>): boolean =>
  collection === 'artifacts' && (below?.synced ?? 0) > 0;

/** Start the sync of the artifacts of all jobs of a project whose trees were synced before. */
export async function syncTrees(session: Session, project: Scope): Promise<void> {
  const { jobs } = await session.client.artifactFiles.knownJobs({ scope: project });
  const synced = jobs.filter(({ treeAt }) => treeAt !== null);
  await Promise.all(synced.map(({ jobId }) => syncList(session, 'artifacts', `${project}/job:${jobId}`)));
}
