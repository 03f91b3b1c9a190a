import { exclusiveIssueListFilters, type Issue } from '#shared/contract/issues.ts';
import { issues as words } from '#shared/text/en/issues.ts';
import { thread } from '#shared/text/en/thread.ts';
import { declaredList, enumOf, flag } from '../../console/declared-list.ts';
import { overduePart } from '../../console/facts/overdue-part.ts';
import type { Shown } from '../../console/facts/value-parts.ts';
import { threadPath } from '../../console/thread/thread-path.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';

const hidden = { isOptional: true };
const milestones = { help: thread.milestones };
const paid = { help: thread.paid };

/** The list of issues, with all documented filters (document 2:34). A row opens a page. */
export const issuesList = declaredList(
  'issues',
  { ...words, columns: thread.columns, filter: { groups: thread.filterGroups } },
  {
    columns: {
      title: 280,
      state: 84,
      issue_type: 92,
      labels: { widthPx: 180, value: ({ labels }) => labels?.map(labelOf), format: 'list' },
      author: 120,
      milestone: { ...hidden, widthPx: 120, sortBy: 'milestone_title' },
      milestone_due: {
        ...hidden,
        sortBy: 'milestone_due',
        value: ({ milestone }) => milestone?.due_date,
      },
      user_notes_count: 72,
      upvotes: { ...hidden, widthPx: 80 },
      due_date: {},
      updated_at: 100,
      created_at: { ...hidden, widthPx: 100 },
      confidential: { ...hidden, widthPx: 100, format: 'warn' },
      severity: { ...hidden, widthPx: 92 },
      health_status: { ...hidden, widthPx: 132 },
      weight: { ...hidden, widthPx: 72 },
      iid: { ...hidden, widthPx: 80 },
      age: 84,
      id: 80,
    },
    fields: {
      due_date: { show: dueOf },
      iteration: { textOf: (value) => iterationText(value as Issue['iteration']) },
      time_stats: { textOf: (value) => timeText(value as Issue['time_stats']) },
      task_completion_status: { textOf: (value) => taskText(value as Issue['task_completion_status']) },
    },
    filters: [
      ['state', 'state', 'issue_type', 'confidential', 'scope', 'non_archived'],
      ['people', 'author_username', 'author_id', 'assignee_username', 'assignee_id', 'my_reaction_emoji'],
      ['planning', 'labels', 'labels_are', 'milestone', 'milestone_id', 'iteration_title', 'iteration_id'],
      ['planning', 'epic_id', 'weight', 'health_status', 'due_date'],
      ['dates', 'created_after', 'created_before', 'updated_after', 'updated_before'],
      ['search', 'search', 'search_title', 'search_description'],
      ['more', 'iids'],
      ['not', 'not_labels', 'not_milestone', 'not_milestone_id', 'not_author_username', 'not_author_id'],
      ['not', 'not_assignee_username', 'not_assignee_id', 'not_iteration_title', 'not_iteration_id'],
      ['not', 'not_weight', 'not_iids'],
    ],
    filterFields: {
      labels_are: enumOf(words.values?.labels_are ?? {}),
      non_archived: flag,
      my_reaction_emoji: { control: { kind: 'text', placeholder: thread.emoji } },
      milestone_id: milestones,
      not_milestone_id: milestones,
      epic_id: paid,
      iteration_id: paid,
      iteration_title: paid,
      weight: paid,
      health_status: { help: thread.ultimate },
    },
    exclusive: exclusiveIssueListFilters,
    views: [
      { id: 'open', name: thread.views.open, query: { filter: { state: 'opened' } } },
      { id: 'closed', name: thread.views.closed, query: { filter: { state: 'closed' } } },
      { id: 'confidential', name: thread.views.confidential, query: { filter: { confidential: true } } },
    ],
    nameOf: ({ title, iid }) => (title === '' ? `#${iid}` : title),
    aboutOf: ({ references, iid }) => references?.full ?? `#${iid}`,
    pageOf: ({ scope, row }) => threadPath('issues', scope, row),
  },
);

/** The due date of an open issue is marked after it has passed. */
function dueOf(day: unknown, { state }: ListRow): Shown {
  return state === 'opened' ? overduePart(day) : null;
}

/** An iteration is named by its dates if it has no title. */
function iterationText(iteration: Issue['iteration']): string {
  const { title, start_date: start, due_date: due } = iteration ?? {};
  return title ?? [start, due].filter((day) => typeof day === 'string').join(' – ');
}

function timeText(stats: Issue['time_stats']): string {
  const { human_total_time_spent: spent, human_time_estimate: estimate } = stats ?? {};
  return thread.time(spent ?? '0h', estimate ?? null);
}

function taskText(status: Issue['task_completion_status']): string {
  return thread.tasks(status?.completed_count ?? 0, status?.count ?? 0);
}

function labelOf(label: string | { name?: string | null | undefined }): string {
  return typeof label === 'string' ? label : (label.name ?? '');
}
