import { exclusiveIssueListFilters, type Issue, type IssueListFilter } from '#shared/contract/issues.ts';
import { collections } from '#shared/contract/collections.ts';
import type { FilterSide } from '#shared/contract/columns.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { issues as words } from '#shared/text/en/issues.ts';
import { thread } from '#shared/text/en/thread.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import type { DetailGroup } from '../../console/list-spec.ts';
import { detailsOf } from '../../console/plain-list.ts';
import { enumOf, flag, specParts } from '../../console/spec-parts.ts';
import { threadPath } from '../../console/thread/thread-path.ts';
import { wordOf } from '../../console/values.ts';

const { fields, values = {} } = words;
const { column, filters } = specParts('issues', {
  columns: thread.columns,
  fields,
  groups: words.groups,
});
const hidden = { isOptional: true };

const special: { [N in keyof IssueListFilter]?: object } = {
  state: enumOf(values.state ?? {}),
  issue_type: enumOf(values.issue_type ?? {}),
  scope: enumOf(values.scope ?? {}),
  labels_are: enumOf(values.labels_are ?? {}),
  due_date: enumOf(values.due_date ?? {}),
  non_archived: flag,
  my_reaction_emoji: { control: { kind: 'text', placeholder: thread.emoji } },
  milestone_id: { help: thread.milestones },
  not_milestone_id: { help: thread.milestones },
  epic_id: { help: thread.paid },
  iteration_id: { help: thread.paid },
  iteration_title: { help: thread.paid },
  weight: { help: thread.paid },
  health_status: { control: { kind: 'text', words: values.health_status ?? {} }, help: thread.ultimate },
};

/** The list of issues, with all documented filters (document 2:34). A row opens a page. */
export const issuesList = defineList(
  'issues',
  { ...words, title: titleOf('issues') },
  {
    columns: [
      column('title', 332, { isPinned: true }),
      column('state', 84, { value: ({ state }) => wordOf(values.state ?? {}, state) }),
      column('issue_type', 92, { value: ({ issue_type: type }) => wordOf(values.issue_type ?? {}, type) }),
      column('labels', 180, { format: 'list', value: ({ labels }) => labels?.map(labelOf), sortBy: null }),
      column('author', 120, { value: ({ author }) => author?.username }),
      column('milestone', 120, { ...hidden, sortBy: 'milestone_title', value: ({ milestone }) => milestone?.title }),
      column('milestone_due', 108, {
        ...hidden,
        sortBy: 'milestone_due',
        format: 'day',
        value: ({ milestone }) => milestone?.due_date,
      }),
      column('user_notes_count', 72, { align: 'end' }),
      column('upvotes', 80, { ...hidden, align: 'end' }),
      column('due_date', 96, { format: 'day' }),
      column('updated_at', 100),
      column('created_at', 100, hidden),
      column('confidential', 100, { ...hidden, format: 'warn' }),
      column('severity', 92, { ...hidden, value: ({ severity }) => wordOf(values.severity ?? {}, severity) }),
      column('health_status', 132, {
        ...hidden,
        value: ({ health_status: health }) => wordOf(values.health_status ?? {}, health),
      }),
      column('weight', 72, { ...hidden, align: 'end' }),
      column('iid', 80, { ...hidden, align: 'end', format: 'mono' }),
      column('age', 84),
      column('id', 80),
    ],
    filters: filters(
      { ...words.filters, groups: thread.filterGroups },
      [
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
      special,
    ).map((field) => ({
      ...field,
      excludes: exclusiveIssueListFilters.flatMap(([one, other]) => (one === field.name ? [other] : [])),
      side: (collections.issues.sides as Readonly<Partial<Record<string, FilterSide>>>)[field.name] ?? 'local',
    })),
    views: [
      allRows,
      { id: 'open', name: thread.views.open, query: { filter: { state: 'opened' } } },
      { id: 'closed', name: thread.views.closed, query: { filter: { state: 'closed' } } },
      { id: 'confidential', name: thread.views.confidential, query: { filter: { confidential: true } } },
      notReturnedRows,
    ],
    details: issueDetails(),
    leading: ['id', 'title'],
    nameOf: ({ title, iid }) => (title === '' ? `#${iid}` : title),
    aboutOf: ({ references, iid }) => references?.full ?? `#${iid}`,
    isListOnly: true,
    pageOf: ({ scope, row }) => threadPath('issues', scope, row),
  },
);

/** The declared groups, with times and tasks in words. */
function issueDetails(): DetailGroup[] {
  const texts: Readonly<Record<string, (value: unknown) => string>> = {
    time_stats: (value) => timeText(value as Issue['time_stats']),
    task_completion_status: (value) => taskText(value as Issue['task_completion_status']),
  };
  return detailsOf('issues', words).map(({ fields: own, ...group }) => ({
    ...group,
    fields: own.map((field) => {
      const textOf = texts[field.name];
      return textOf === undefined ? field : { ...field, textOf };
    }),
  }));
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
