import { exclusiveMergeRequestListFilters, mostApprovers } from '#shared/contract/merge-requests.ts';
import { mergeRequests as words } from '#shared/text/en/merge-requests.ts';
import { thread } from '#shared/text/en/thread.ts';
import { declaredList, enumOf, flag } from '../../console/declared-list.ts';
import { variantOf } from '../../console/list-spec.ts';
import { threadPath } from '../../console/thread/thread-path.ts';

const hidden = { isOptional: true };
const reviewers = { help: thread.reviewers };
const emoji = { control: { kind: 'text', placeholder: thread.emoji } } as const;

/** The list of merge requests, with all documented filters (document 2:37). A row opens a page. */
export const mergeRequestsList = declaredList(
  'mergeRequests',
  { ...words, columns: thread.columns, filter: { groups: thread.filterGroups } },
  {
    columns: {
      title: 340,
      state: 84,
      draft: 72,
      source_branch: { widthPx: 160, format: 'mono' },
      target_branch: { widthPx: 104, format: 'mono' },
      author: 120,
      detailed_merge_status: { ...hidden, widthPx: 180 },
      user_notes_count: 72,
      updated_at: 100,
      created_at: { ...hidden, widthPx: 100 },
      merged_at: { ...hidden, widthPx: 100 },
      labels: { ...hidden, widthPx: 180, value: ({ labels }) => labels?.map(labelOf), format: 'list' },
      milestone: { ...hidden, widthPx: 120, sortBy: 'milestone_title' },
      has_conflicts: { ...hidden, widthPx: 92, format: 'warn' },
      iid: { ...hidden, widthPx: 80 },
      age: 84,
      id: 80,
    },
    filters: [
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
    filterFields: {
      labels_are: enumOf(words.values?.labels_are ?? {}),
      non_archived: flag,
      my_reaction_emoji: emoji,
      reviewer_username: { ...emoji, ...reviewers },
      reviewer_id: reviewers,
      not_reviewer_username: reviewers,
      not_reviewer_id: reviewers,
      approved_by_ids: {
        control: { kind: 'ids', isList: true, words: ['None', 'Any'], most: mostApprovers },
        help: thread.paid,
      },
      approver_ids: { help: thread.paid },
    },
    exclusive: exclusiveMergeRequestListFilters,
    views: [
      { id: 'open', name: thread.views.open, query: { filter: { state: 'opened' } } },
      { id: 'drafts', name: thread.views.drafts, query: { filter: { state: 'opened', draft: true } } },
      { id: 'merged', name: thread.views.merged, query: { filter: { state: 'merged' } } },
    ],
    nameOf: ({ title, iid }) => title ?? `!${iid}`,
    aboutOf: ({ references, iid }) => references?.full ?? `!${iid}`,
    pageOf: ({ scope, row }) => threadPath('merge-requests', scope, row),
  },
);

/**
 * The merge requests of the instance whose projects are below a group. Each query has the filter, because the API has no
 * list for a group (document 2:37).
 */
export function mergeRequestsBelow(path: string): typeof mergeRequestsList {
  const fixed = { reference_prefix: `${path}/` };
  return variantOf(mergeRequestsList, `below ${path}`, () => ({
    ...mergeRequestsList,
    views: mergeRequestsList.views.map((view) => ({
      ...view,
      query: { ...view.query, filter: { ...view.query.filter, ...fixed } },
    })),
    filters: mergeRequestsList.filters.filter(({ name }) => name !== 'reference_prefix'),
    fixed,
  }));
}

function labelOf(label: string | { name?: string | null | undefined }): string {
  return typeof label === 'string' ? label : (label.name ?? '');
}
