import type { ListWords } from './list-words.ts';
import { labels } from './collections.ts';

export const issues: ListWords<'issues'> = {
  noun: { one: 'issue', many: 'issues' },
  searchHint: 'Title, description, reference, author, or label',
  groups: {
    ...labels('issue', 'people', 'activity', 'identity'),
    times: 'Dates',
    deprecated: 'Deprecated fields',
  },
  fields: {
    type: 'Type name',
    merge_requests_count: 'Merge requests',
    moved_to_id: 'Moved to issue ID',
    time_stats: 'Time tracking',
    task_completion_status: 'Completed tasks',
    _links: 'API links',
  },
  filters: {
    assignee_username: 'Assignee',
    due_date: 'Due',
    iteration_title: 'Iteration',
    not_iids: 'Not number',
    not_iteration_title: 'Not iteration',
  },
  values: {
    state: { opened: 'Open', closed: 'Closed' },
    issue_type: {
      issue: 'Issue',
      incident: 'Incident',
      test_case: 'Test case',
      task: 'Task',
      requirement: 'Requirement',
    },
    type: { ISSUE: 'Issue', INCIDENT: 'Incident', TEST_CASE: 'Test case', TASK: 'Task', REQUIREMENT: 'Requirement' },
    severity: { UNKNOWN: 'Unknown', LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', CRITICAL: 'Critical' },
    health_status: {
      on_track: 'On track',
      needs_attention: 'Needs attention',
      at_risk: 'At risk',
      None: 'Not set',
      Any: 'Any',
    },
    labels_are: { Any: 'Yes', None: 'No' },
    scope: { created_by_me: 'Created by me', assigned_to_me: 'Assigned to me' },
    due_date: {
      0: 'No due date',
      any: 'Any due date',
      today: 'Today',
      tomorrow: 'Tomorrow',
      overdue: 'Overdue',
      week: 'This week',
      month: 'This month',
      next_month_and_previous_two_weeks: 'From two weeks ago to next month',
    },
  },
};
