import type { Issuable } from './issuables.ts';
import type { Projects } from './projects.ts';
import type { Repositories } from './repositories.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export const MERGE_REQUEST_STATES = ['opened', 'closed', 'locked', 'merged'] as const;

export interface MergeRequest extends Issuable {
  state: (typeof MERGE_REQUEST_STATES)[number];
  draft: boolean;
  source_project_id: number;
  source_branch: string;
  target_branch: string;
  /** Head of the source branch; null without one. */
  sha: string | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  squash: boolean;
  merged_at: number | null;
  merge_user_id: number | null;
  prepared_at: number;
  reviewer_ids: readonly number[];
  approved_by_ids: readonly number[];
  /** Users who may approve it. */
  approver_ids: readonly number[];
  approvals_before_merge: number | null;
  has_conflicts: boolean;
  allow_collaboration: boolean;
  force_remove_source_branch: boolean;
  should_remove_source_branch: boolean | null;
  merge_when_pipeline_succeeds: boolean;
  /** The time from which the merge status is known; null: it was never requested. */
  checked_at: number | null;
  /** Environments and times of the deployments of its changes. */
  deployed: readonly { environment: string; at: number }[];
  /** SHAs, in the order in which they were added. */
  context_commits: string[];
}

export interface MergeRequests extends Table<MergeRequest> {
  byIid(projectId: number, iid: number): MergeRequest | undefined;
}

/** A push to the source branch updates open merge requests. */
export function createMergeRequests(projects: Projects, repositories: Repositories): MergeRequests {
  const table = createTable<MergeRequest>();
  repositories.onPush(({ project, ref, after, isRemoved }) => {
    for (const row of table.all()) {
      const isSource = row.source_project_id === project.id && `refs/heads/${row.source_branch}` === ref;
      if (row.state === 'opened' && isSource && !isRemoved) Object.assign(row, { sha: after, checked_at: null });
    }
  });
  projects.onRemove((project) => table.removeWhere((row) => row.project_id === project.id));
  return Object.assign(table, {
    byIid: (projectId: number, iid: number) => table.find((row) => row.project_id === projectId && row.iid === iid),
  });
}
