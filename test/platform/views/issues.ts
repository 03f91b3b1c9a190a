import { iso, isoDate } from '../clock.ts';
import type { Issue } from '../world/issues.ts';
import { iterationState } from '../world/iterations.ts';
import { seesMergeRequest } from '../world/merge-request-status.ts';
import type { World } from '../world/world.ts';
import { commentCount, labelsView, milestoneView, referencesOf, tasksOf, timeStats, votesOf } from './issuables.ts';
import type { ListView } from './issuables.ts';
import { eachOf, personOf } from './people.ts';

/** An issue in a list (document 2, Issue). */
export function issueView(world: World, issue: Issue, view: ListView) {
  const project = world.projects.get(issue.project_id);
  if (project === undefined) throw new Error(`issue ${issue.id} lies in no project`);
  const assignees = eachOf(world, issue.assignee_ids, personOf);
  const tasks = tasksOf(issue);
  const mergeRequests = issue.merge_request_ids
    .map((id) => world.mergeRequests.get(id))
    .filter((row) => row !== undefined && seesMergeRequest(world, row, view.as));
  const api = `${world.url}/api/v4/projects/${project.id}`;
  const epic = epicView(world, issue.epic_id);
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.project_id,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    created_at: iso(issue.created_at),
    updated_at: iso(issue.updated_at),
    closed_at: iso(issue.closed_at),
    closed_by: personOf(world, issue.closed_by_id),
    labels: labelsView(world, issue, view.withLabelsDetails),
    milestone: milestoneView(world, issue.milestone_id),
    assignees,
    author: personOf(world, issue.author_id),
    type: issue.issue_type.toUpperCase(),
    assignee: assignees[0] ?? null,
    user_notes_count: commentCount(world, 'Issue', issue.id),
    merge_requests_count: mergeRequests.length,
    ...votesOf(world, 'Issue', issue.id),
    start_date: isoDate(issue.start_date),
    due_date: isoDate(issue.due_date),
    confidential: issue.confidential,
    discussion_locked: issue.discussion_locked,
    issue_type: issue.issue_type,
    web_url: `${world.url}/${world.projects.fullPath(project)}/-/issues/${issue.iid}`,
    time_stats: timeStats(issue),
    task_completion_status: tasks,
    has_tasks: tasks.count > 0,
    task_status: `${tasks.completed_count} of ${tasks.count} checklist items completed`,
    weight: issue.weight,
    epic_iid: epic?.iid ?? null,
    epic,
    iteration: iterationView(world, issue.iteration_id),
    health_status: issue.health_status,
    references: referencesOf(world, project, '#', issue.iid, view.group),
    severity: issue.severity,
    moved_to_id: issue.moved_to_id,
    imported: issue.imported,
    imported_from: issue.imported_from,
    _links: {
      self: `${api}/issues/${issue.iid}`,
      notes: `${api}/issues/${issue.iid}/notes`,
      award_emoji: `${api}/issues/${issue.iid}/award_emoji`,
      project: api,
      closed_as_duplicate_of: duplicateLink(world, issue.duplicate_of_id),
    },
  };
}

function duplicateLink(world: World, id: number | null) {
  const original = id === null ? undefined : world.issues.get(id);
  return original === undefined ? null : `${world.url}/api/v4/projects/${original.project_id}/issues/${original.iid}`;
}

function epicView(world: World, id: number | null) {
  const epic = id === null ? undefined : world.epics.get(id);
  const group = epic && world.groups.get(epic.group_id);
  if (epic === undefined || group === undefined) return null;
  const { iid, title, group_id } = epic;
  return { id: epic.id, iid, title, url: `/groups/${world.groups.fullPath(group)}/-/epics/${iid}`, group_id };
}

function iterationView(world: World, id: number | null) {
  const iteration = id === null ? undefined : world.iterations.get(id);
  const group = iteration && world.groups.get(iteration.group_id);
  if (iteration === undefined || group === undefined) return null;
  return {
    ...iteration,
    state: iterationState(iteration, world.clock.now()),
    created_at: iso(iteration.created_at),
    updated_at: iso(iteration.updated_at),
    start_date: isoDate(iteration.start_date),
    due_date: isoDate(iteration.due_date),
    web_url: `${world.url}/groups/${world.groups.fullPath(group)}/-/iterations/${iteration.id}`,
  };
}
