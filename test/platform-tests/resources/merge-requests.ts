/** The documented fields of a merge request (document 2); those after `labels` are not shown (readings 20). */
export const MERGE_REQUEST = [
  ...['id', 'iid', 'allow_collaboration', 'allow_maintainer_to_push', 'approvals_before_merge', 'assignees', 'author'],
  ...['closed_by', 'assignee', 'blocking_discussions_resolved', 'closed_at', 'created_at', 'description'],
  ...['detailed_merge_status', 'discussion_locked', 'draft', 'force_remove_source_branch', 'has_conflicts'],
  ...['imported', 'imported_from', 'downvotes', 'labels'],
];
export const UNDOCUMENTED = [
  ...['state', 'title', 'project_id', 'source_branch', 'target_branch', 'updated_at', 'merged_at', 'merge_user'],
  ...['reviewers', 'milestone', 'references', 'web_url', 'upvotes', 'user_notes_count', 'sha', 'merge_status'],
];
export const PARTICIPANT = ['avatar_url', 'id', 'locked', 'name', 'public_email', 'state', 'username', 'web_url'];
