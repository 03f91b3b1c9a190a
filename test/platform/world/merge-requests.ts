import type { Caller } from '../caller.ts';
import { seesProject } from './access.ts';
import type { Issuable } from './issuables.ts';
import type { Projects } from './projects.ts';
import type { Repositories } from './repositories.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { World } from './world.ts';

export const MERGE_REQUEST_STATES = ['opened', 'closed', 'locked', 'merged'] as const;

export interface MergeRequest extends Issuable {
  state: (typeof MERGE_REQUEST_STATES)[number];
  draft: boolean;
  source_project_id: number;
  source_branch: string;
  target_branch: string;
  /** Head of the source branch; null: it has none. */
  sha: string | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
  squash: boolean;
  merged_at: number | null;
  merge_user_id: number | null;
  prepared_at: number;
  reviewer_ids: readonly number[];
  approved_by_ids: readonly number[];
  /** Those who may approve it. */
  approver_ids: readonly number[];
  approvals_before_merge: number | null;
  has_conflicts: boolean;
  allow_collaboration: boolean;
  force_remove_source_branch: boolean;
  should_remove_source_branch: boolean | null;
  merge_when_pipeline_succeeds: boolean;
  /** From then on its mergeability is known; null: nobody has asked yet. */
  checked_at: number | null;
  /** Where and when its changes were deployed. */
  deployed: readonly { environment: string; at: number }[];
  /** SHAs, in the order in which they were added. */
  context_commits: string[];
}

export interface MergeRequests extends Table<MergeRequest> {
  byIid(projectId: number, iid: number): MergeRequest | undefined;
}

/** Open ones follow the pushes to their source branch. */
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

export function seesMergeRequest(world: World, { project_id }: MergeRequest, as: Caller): boolean {
  const project = world.projects.get(project_id);
  return project !== undefined && seesProject(world, project, as);
}

/** How long the recalculation of the merge status takes. */
export const CHECK_MS = 1000;

/** `merge_status` and `detailed_merge_status`, which follow from the state. */
export function mergeStatus(world: World, row: MergeRequest): { brief: string; detailed: string } {
  if (row.checked_at === null) return { brief: 'unchecked', detailed: detailOf(world, row) ?? 'unchecked' };
  if (world.clock.now() < row.checked_at) return { brief: 'checking', detailed: detailOf(world, row) ?? 'checking' };
  const brief = row.has_conflicts ? 'cannot_be_merged' : 'can_be_merged';
  return { brief, detailed: detailOf(world, row) ?? (row.has_conflicts ? 'conflict' : 'mergeable') };
}

/** What stands in the way, whatever the branches hold. */
function detailOf(world: World, row: MergeRequest) {
  if (row.state !== 'opened') return 'not_open';
  if (row.draft) return 'draft_status';
  if (row.approvals_before_merge !== null && row.approved_by_ids.length < row.approvals_before_merge) {
    return 'not_approved';
  }
  return world.notes.hasUnresolved('MergeRequest', row.id) ? 'discussions_not_resolved' : undefined;
}
