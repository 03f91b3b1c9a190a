/** Document 1, Notification setting. */
export const GLOBAL_SETTING = ['level', 'notification_email'];

/** Document 1:193; groups have `new_epic` as well. */
export const PROJECT_EVENTS = [
  'approver',
  'change_reviewer_merge_request',
  'close_issue',
  'close_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'issue_due',
  'merge_merge_request',
  'merge_when_pipeline_succeeds',
  'moved_project',
  'new_issue',
  'new_merge_request',
  'new_note',
  'new_release',
  'push_to_merge_request',
  'reassign_issue',
  'reassign_merge_request',
  'reopen_issue',
  'reopen_merge_request',
  'success_pipeline',
];
