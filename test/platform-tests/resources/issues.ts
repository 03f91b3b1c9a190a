/** Fields of document 2, Issue. */
export const ISSUE = [
  ...['id', 'iid', 'project_id', 'title', 'description', 'state', 'type', 'issue_type', 'severity'],
  ...[
    'created_at',
    'updated_at',
    'closed_at',
    'due_date',
    'start_date',
    'closed_by',
    'author',
    'assignees',
    'assignee',
  ],
  ...['milestone', 'labels', 'upvotes', 'downvotes', 'merge_requests_count', 'user_notes_count', 'moved_to_id'],
  ...['imported', 'imported_from', 'web_url', 'references', 'time_stats', 'has_tasks', 'task_status'],
  ...['task_completion_status', 'confidential', 'discussion_locked', '_links', 'weight', 'epic', 'epic_iid'],
  ...['iteration', 'health_status'],
];
export const PERSON = ['state', 'id', 'web_url', 'name', 'avatar_url', 'username'];
export const MILESTONE = [
  ...['project_id', 'description', 'state', 'due_date', 'iid', 'created_at', 'title', 'id', 'updated_at'],
];
export const LABEL = ['name', 'color', 'description', 'description_html', 'text_color'];
export const REFERENCES = ['short', 'relative', 'full'];
export const TIME_STATS = ['time_estimate', 'total_time_spent', 'human_time_estimate', 'human_total_time_spent'];
export const TASKS = ['count', 'completed_count'];
export const LINKS = ['self', 'notes', 'award_emoji', 'project', 'closed_as_duplicate_of'];
export const EPIC = ['id', 'iid', 'title', 'url', 'group_id'];
export const ITERATION = [
  ...['id', 'iid', 'sequence', 'group_id', 'title', 'description', 'state', 'created_at', 'updated_at'],
  ...['start_date', 'due_date', 'web_url'],
];
