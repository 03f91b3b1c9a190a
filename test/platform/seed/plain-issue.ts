import type { Issue } from '../world/issues.ts';

/** An issue with these fields and no others: neither labels nor assignees nor dates. */
export const plainIssue = (
  given: Pick<Issue, 'iid' | 'project_id' | 'title' | 'author_id' | 'created_at'> & Partial<Issue>,
): Omit<Issue, 'id'> => ({
  description: '',
  state: 'opened',
  issue_type: 'issue',
  severity: 'UNKNOWN',
  updated_at: given.created_at,
  closed_at: null,
  closed_by_id: null,
  due_date: null,
  start_date: null,
  assignee_ids: [],
  milestone_id: null,
  label_ids: [],
  confidential: false,
  discussion_locked: false,
  time_estimate_s: 0,
  time_spent_s: 0,
  imported: false,
  imported_from: 'none',
  weight: null,
  epic_id: null,
  iteration_id: null,
  health_status: null,
  relative_position: null,
  moved_to_id: null,
  duplicate_of_id: null,
  merge_request_ids: [],
  ...given,
});
