import type { Caller } from '../caller.ts';
import { seesProject } from './access.ts';
import type { MergeRequest } from './merge-requests.ts';
import type { World } from './world.ts';

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

/** The reason that prevents merging, independent of the content of the branches. */
function detailOf(world: World, row: MergeRequest) {
  if (row.state !== 'opened') return 'not_open';
  if (row.draft) return 'draft_status';
  if (row.approvals_before_merge !== null && row.approved_by_ids.length < row.approvals_before_merge) {
    return 'not_approved';
  }
  return world.notes.hasUnresolved('MergeRequest', row.id) ? 'discussions_not_resolved' : undefined;
}
