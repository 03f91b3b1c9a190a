import { iso } from '../clock.ts';
import { mergeStatus } from '../world/merge-request-status.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import type { World } from '../world/world.ts';
import { commentCount, labelsView, milestoneView, referencesOf, tasksOf, timeStats, votesOf } from './issuables.ts';
import type { ListView } from './issuables.ts';
import { inlineHtml, markdownHtml } from './markdown.ts';
import { eachOf, participantOf } from './people.ts';

/** The subset of `view=simple` (document 2:37). */
export function simpleMergeRequest(world: World, row: MergeRequest) {
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.project_id,
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    web_url: addressOf(world, row),
  };
}

/** A merge request in a list (document 2, Merge request; readings 20 for what is not shown there). */
export function mergeRequestView(world: World, row: MergeRequest, view: ListView) {
  const project = world.projects.get(row.project_id);
  if (project === undefined) throw new Error(`merge request ${row.id} lies in no project`);
  const assignees = eachOf(world, row.assignee_ids, participantOf);
  const references = referencesOf(world, project, '!', row.iid, view.group);
  const status = mergeStatus(world, row);
  return {
    ...simpleMergeRequest(world, row),
    ...(view.withHtml
      ? { title_html: inlineHtml(row.title), description_html: markdownHtml(row.description ?? '') }
      : {}),
    merged_by: participantOf(world, row.merge_user_id),
    merge_user: participantOf(world, row.merge_user_id),
    merged_at: iso(row.merged_at),
    closed_by: participantOf(world, row.closed_by_id),
    closed_at: iso(row.closed_at),
    target_branch: row.target_branch,
    source_branch: row.source_branch,
    user_notes_count: commentCount(world, 'MergeRequest', row.id),
    ...votesOf(world, 'MergeRequest', row.id),
    author: participantOf(world, row.author_id),
    assignees,
    assignee: assignees[0] ?? null,
    reviewers: eachOf(world, row.reviewer_ids, participantOf),
    source_project_id: row.source_project_id,
    target_project_id: row.project_id,
    labels: labelsView(world, row, view.withLabelsDetails),
    draft: row.draft,
    work_in_progress: row.draft,
    imported: row.imported,
    imported_from: row.imported_from,
    milestone: milestoneView(world, row.milestone_id),
    merge_when_pipeline_succeeds: row.merge_when_pipeline_succeeds,
    merge_status: status.brief,
    detailed_merge_status: status.detailed,
    sha: row.sha,
    merge_commit_sha: row.merge_commit_sha,
    squash_commit_sha: row.squash_commit_sha,
    squash: row.squash,
    discussion_locked: row.discussion_locked,
    should_remove_source_branch: row.should_remove_source_branch,
    force_remove_source_branch: row.force_remove_source_branch,
    prepared_at: iso(row.prepared_at),
    allow_collaboration: row.allow_collaboration,
    allow_maintainer_to_push: row.allow_collaboration,
    reference: references.short,
    references,
    time_stats: timeStats(row),
    task_completion_status: tasksOf(row),
    has_conflicts: row.has_conflicts,
    blocking_discussions_resolved: !world.notes.hasUnresolved('MergeRequest', row.id),
    approvals_before_merge: row.approvals_before_merge,
  };
}

function addressOf(world: World, { project_id, iid }: MergeRequest) {
  const project = world.projects.get(project_id);
  return `${world.url}/${project ? world.projects.fullPath(project) : ''}/-/merge_requests/${iid}`;
}
