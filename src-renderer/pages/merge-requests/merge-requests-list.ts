import { collections } from '#shared/contract/collections.ts';
import {
  exclusiveMergeRequestListFilters,
  mostApprovers,
  type MergeRequestListFilter,
} from '#shared/contract/merge-requests.ts';
import type { FilterSide } from '#shared/contract/columns.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { mergeRequests as words } from '#shared/text/en/merge-requests.ts';
import { thread } from '#shared/text/en/thread.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import { detailsOf } from '../../console/plain-list.ts';
import { enumOf, flag, specParts } from '../../console/spec-parts.ts';
import { threadPath } from '../../console/thread/thread-path.ts';
import { wordOf } from '../../console/values.ts';

const { fields, values = {} } = words;
const { column, filters } = specParts('mergeRequests', {
  columns: thread.columns,
  fields,
  groups: words.groups,
});
const hidden = { isOptional: true };

const special: { [N in keyof MergeRequestListFilter]?: object } = {
  state: enumOf(values.state ?? {}),
  scope: enumOf(values.scope ?? {}),
  labels_are: enumOf(values.labels_are ?? {}),
  non_archived: flag,
  my_reaction_emoji: { control: { kind: 'text', placeholder: thread.emoji } },
  reviewer_username: { control: { kind: 'text', placeholder: thread.emoji }, help: thread.reviewers },
  reviewer_id: { help: thread.reviewers },
  not_reviewer_username: { help: thread.reviewers },
  not_reviewer_id: { help: thread.reviewers },
  approved_by_ids: {
    control: { kind: 'ids', isList: true, words: ['None', 'Any'], most: mostApprovers },
    help: thread.paid,
  },
  approver_ids: { help: thread.paid },
};

/** The list of merge requests, with all documented filters (document 2:37). A row opens a page. */
export const mergeRequestsList = defineList(
  'mergeRequests',
  { ...words, title: titleOf('mergeRequests') },
  {
    columns: [
      column('title', 340, { isPinned: true }),
      column('state', 84, { value: ({ state }) => wordOf(values.state ?? {}, state) }),
      column('draft', 72, { format: 'flag' }),
      column('source_branch', 160, { format: 'mono' }),
      column('target_branch', 104, { format: 'mono' }),
      column('author', 120, { value: ({ author }) => author?.username }),
      column('detailed_merge_status', 180, {
        ...hidden,
        value: ({ detailed_merge_status: status }) => wordOf(values.detailed_merge_status ?? {}, status),
      }),
      column('user_notes_count', 72, { align: 'end' }),
      column('updated_at', 100),
      column('created_at', 100, hidden),
      column('merged_at', 100, hidden),
      column('labels', 180, { ...hidden, format: 'list', value: ({ labels }) => labels?.map(labelOf), sortBy: null }),
      column('milestone', 120, { ...hidden, sortBy: 'milestone_title', value: ({ milestone }) => milestone?.title }),
      column('has_conflicts', 92, { ...hidden, format: 'warn' }),
      column('iid', 80, { ...hidden, align: 'end', format: 'mono' }),
      column('age', 84),
      column('id', 80),
    ],
    filters: filters(
      { ...words.filters, groups: thread.filterGroups },
      [
        ['state', 'state', 'draft', 'scope', 'non_archived'],
        ['people', 'author_username', 'author_id', 'assignee_id', 'reviewer_username', 'reviewer_id'],
        ['people', 'approved_by_ids', 'approver_ids', 'merge_user_username', 'merge_user_id', 'my_reaction_emoji'],
        ['planning', 'labels', 'labels_are', 'milestone'],
        ['code', 'source_branch', 'target_branch', 'environment', 'deployed_after', 'deployed_before'],
        ['dates', 'created_after', 'created_before', 'updated_after', 'updated_before'],
        ['search', 'search', 'search_title', 'search_description'],
        ['more', 'iids', 'reference_prefix'],
        ['not', 'not_labels', 'not_milestone', 'not_author_username', 'not_author_id', 'not_assignee_username'],
        ['not', 'not_assignee_id', 'not_reviewer_username', 'not_reviewer_id', 'not_my_reaction_emoji'],
      ],
      special,
    ).map((field) => ({
      ...field,
      excludes: exclusiveMergeRequestListFilters.flatMap(([one, other]) => (one === field.name ? [other] : [])),
      side: (collections.mergeRequests.sides as Readonly<Partial<Record<string, FilterSide>>>)[field.name] ?? 'local',
    })),
    views: [
      allRows,
      { id: 'open', name: thread.views.open, query: { filter: { state: 'opened' } } },
      { id: 'drafts', name: thread.views.drafts, query: { filter: { state: 'opened', draft: true } } },
      { id: 'merged', name: thread.views.merged, query: { filter: { state: 'merged' } } },
      notReturnedRows,
    ],
    details: detailsOf('mergeRequests', words),
    leading: ['id', 'title'],
    nameOf: ({ title, iid }) => title ?? `!${iid}`,
    aboutOf: ({ references, iid }) => references?.full ?? `!${iid}`,
    isListOnly: true,
    pageOf: ({ scope, row }) => threadPath('merge-requests', scope, row),
  },
);

const ofGroups = new Map<string, typeof mergeRequestsList>();

/**
 * The merge requests of the instance whose projects are below a group. Each query has the filter, because the API has no
 * list for a group (document 2:37).
 */
export function mergeRequestsBelow(path: string): typeof mergeRequestsList {
  const known = ofGroups.get(path);
  if (known !== undefined) return known;
  const fixed = { reference_prefix: `${path}/` };
  const views = mergeRequestsList.views.map((view) => ({
    ...view,
    query: { ...view.query, filter: { ...view.query.filter, ...fixed } },
  }));
  const filters = mergeRequestsList.filters.filter(({ name }) => name !== 'reference_prefix');
  const made = { ...mergeRequestsList, views, filters, fixed };
  ofGroups.set(path, made);
  return made;
}

function labelOf(label: string | { name?: string | null | undefined }): string {
  return typeof label === 'string' ? label : (label.name ?? '');
}
