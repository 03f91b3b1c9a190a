import { z } from 'zod';
import { collection } from './collection.ts';
import {
  exclusionsOf,
  exclusiveIssuableFilters,
  IdOrPresence,
  issuableColumns,
  issuableFilters,
  issuableList,
  issuableWhere,
  Label,
  LabelNames,
  Milestone,
  References,
  SearchedFields,
  sidesOf,
} from './issuables.ts';
import { between, instant, nullish } from './kit.ts';
import { UserRef } from './user-ref.ts';

/** A user of a merge request (document 2:11). */
const Participant = UserRef.extend({ locked: z.boolean().nullish(), public_email: z.string().nullish() });

/**
 * A merge request as the list replies (document 2:11). The attributes after the labels are not shown, so all of them are
 * optional (readings 20). `assignee`, `allow_maintainer_to_push` and `approvals_before_merge` are deprecated.
 */
export const MergeRequest = z.looseObject({
  id: z.number().int(),
  iid: z.number().int(),
  ...nullish(z.boolean(), 'allow_collaboration', 'allow_maintainer_to_push'),
  approvals_before_merge: z.number().int().nullish(),
  assignees: z.array(Participant).nullish(),
  ...nullish(Participant, 'assignee', 'author'),
  blocking_discussions_resolved: z.boolean().nullish(),
  closed_at: instant.nullish(),
  closed_by: Participant.nullish(),
  created_at: instant.nullish(),
  ...nullish(z.string(), 'description', 'description_html', 'title_html', 'detailed_merge_status'),
  ...nullish(z.boolean(), 'discussion_locked', 'draft'),
  downvotes: z.number().int().nullish(),
  ...nullish(z.boolean(), 'force_remove_source_branch', 'has_conflicts', 'imported'),
  imported_from: z.string().nullish(),
  labels: z.array(Label).nullish(),
  // Not shown in the documents
  merge_status: z.string().nullish(),
  merge_when_pipeline_succeeds: z.boolean().nullish(),
  merged_at: instant.nullish(),
  milestone: Milestone.nullish(),
  project_id: z.number().int().nullish(),
  references: References.nullish(),
  reviewers: z.array(Participant).nullish(),
  ...nullish(z.string(), 'source_branch', 'state', 'target_branch', 'title'),
  updated_at: instant.nullish(),
  ...nullish(z.number().int(), 'upvotes', 'user_notes_count'),
  web_url: z.string().nullish(),
});
export type MergeRequest = z.infer<typeof MergeRequest>;

const id = z.number().int().min(1);
const text = z.string().min(1);

/** What may be excluded: `not[…]` (document 2:37). */
export const MergeRequestExclusion = z.strictObject({
  labels: LabelNames.optional(),
  milestone: text.optional(),
  author_id: id.optional(),
  author_username: text.optional(),
  assignee_id: id.optional(),
  assignee_username: z.array(text).min(1).optional(),
  reviewer_id: id.optional(),
  reviewer_username: text.optional(),
  my_reaction_emoji: text.optional(),
});

/** The API accepts at most this many ids in `approved_by_ids` (document 2:37). */
export const mostApprovers = 5;

/** All documented filters of `GET /merge_requests`, with their documented names (document 2:37). */
export const MergeRequestFilter = z.object({
  /** Approved by all of them; paid tiers. */
  approved_by_ids: z.union([z.array(id).min(1).max(mostApprovers), z.enum(['None', 'Any'])]).optional(),
  /** Paid tiers. */
  approver_ids: z.union([z.array(id).min(1), z.enum(['None', 'Any'])]).optional(),
  assignee_id: IdOrPresence.optional(),
  author_id: id.optional(),
  author_username: text.optional(),
  ...between('created'),
  ...between('deployed'),
  environment: text.optional(),
  in: SearchedFields.optional(),
  labels: LabelNames.optional(),
  merge_user_id: id.optional(),
  merge_user_username: text.optional(),
  milestone: text.optional(),
  my_reaction_emoji: text.optional(),
  /** Only merge requests of projects that are not archived; false by default. */
  non_archived: z.boolean().optional(),
  not: MergeRequestExclusion.optional(),
  reviewer_id: IdOrPresence.optional(),
  /** A name, `None` or `Any`. */
  reviewer_username: text.optional(),
  /** `created_by_me` by default. */
  scope: z.enum(['created_by_me', 'assigned_to_me', 'reviews_for_me', 'all']).optional(),
  search: text.optional(),
  source_branch: text.optional(),
  state: z.enum(['all', 'opened', 'closed', 'locked', 'merged']).optional(),
  target_branch: text.optional(),
  ...between('updated'),
  /** Drafts, or all but drafts. */
  wip: z.enum(['yes', 'no']).optional(),
});
export type MergeRequestFilter = z.infer<typeof MergeRequestFilter>;

/** Pairs of filters that exclude each other (document 2:37). */
export const exclusiveMergeRequestFilters: readonly (readonly [keyof MergeRequestFilter, keyof MergeRequestFilter])[] =
  [
    ['merge_user_id', 'merge_user_username'],
    ['reviewer_id', 'reviewer_username'],
  ];

const { approved_by_ids, approver_ids, deployed_after, deployed_before, environment } = MergeRequestFilter.shape;
const { merge_user_id, merge_user_username, reviewer_id, reviewer_username } = MergeRequestFilter.shape;

/**
 * Filters of the list of merge requests: all documented ones, with their documented names (document 2:37). `draft` is
 * sent as `wip`. `iids` and `reference_prefix` find rows in the cache.
 */
export const MergeRequestListFilter = z.object({
  state: z.enum(['opened', 'closed', 'locked', 'merged']).optional(),
  draft: z.boolean().optional(),
  ...issuableFilters,
  source_branch: text.optional(),
  target_branch: text.optional(),
  /** The beginning of `references.full`: `acme/` for all projects below the group `acme`. */
  reference_prefix: text.optional(),
  approved_by_ids,
  approver_ids,
  deployed_after,
  deployed_before,
  environment,
  merge_user_id,
  merge_user_username,
  reviewer_id,
  reviewer_username,
  scope: z.enum(['created_by_me', 'assigned_to_me', 'reviews_for_me']).optional(),
  not_reviewer_id: id.optional(),
  not_reviewer_username: text.optional(),
  not_my_reaction_emoji: text.optional(),
});
export type MergeRequestListFilter = z.infer<typeof MergeRequestListFilter>;

type Pair = readonly [keyof MergeRequestListFilter, keyof MergeRequestListFilter];
/** Pairs of filters of the list that exclude each other: the documented ones, and those that mean the same. */
export const exclusiveMergeRequestListFilters: readonly Pair[] = [
  ...(exclusiveMergeRequestFilters as readonly Pair[]),
  ['author_id', 'author_username'],
  ...exclusiveIssuableFilters,
  ['not_reviewer_id', 'not_reviewer_username'],
];

/** The filters of the list that only the instance can evaluate, because rows lack what they compare. */
const serverMergeRequestFilters = [
  ...(['approved_by_ids', 'approver_ids', 'deployed_after', 'deployed_before', 'environment'] as const),
  ...(['merge_user_id', 'merge_user_username', 'my_reaction_emoji', 'non_archived'] as const),
  ...(['scope', 'search', 'search_title', 'search_description'] as const),
  ...(['not_milestone', 'not_my_reaction_emoji'] as const),
] as const;
/** The documents do not say whether rows have reviewers. */
const neededColumns = {
  reviewer_id: 'reviewer_ids',
  reviewer_username: 'reviewer_names',
  not_reviewer_id: 'reviewer_ids',
  not_reviewer_username: 'reviewer_names',
} as const;

/** Listed for the instance only (document 2:37). */
export const mergeRequests = collection({
  row: MergeRequest,
  lists: { instance: 'GET /merge_requests', project: null },
  ...issuableList,
  recorded: { also: ['web_url', 'project_id'], not: ['updated_at', 'user_notes_count'] },
  place: { kind: 'mr', id: 'iid', project: 'project_id' },
  columns: {
    ...issuableColumns,
    draft: 'flag',
    reviewer_ids: { field: 'reviewers', as: 'ids' },
    reviewer_names: { field: 'reviewers', as: 'usernames' },
    reference: { field: 'references.full', as: 'text' },
    source_branch: 'folded',
    target_branch: 'folded',
    merged_at: 'moment',
  },
  searched: ['title', 'description', 'references.full', 'author.username', 'author.name', 'source_branch'],
  filter: MergeRequestListFilter,
  where: {
    ...issuableWhere,
    draft: 'flag',
    milestone: { by: 'folded', column: 'milestone_title' },
    source_branch: { by: 'folded', column: 'source_branch' },
    target_branch: { by: 'folded', column: 'target_branch' },
    reference_prefix: { by: 'startsWith', column: 'reference' },
  },
  valueColumns: {
    reviewer_username: 'reviewer_names',
    not_assignee_username: 'assignee_names',
    not_author_username: 'author',
    not_labels: 'labels',
    not_reviewer_username: 'reviewer_names',
  },
  sides: {
    ...sidesOf(serverMergeRequestFilters, 'server'),
    ...sidesOf(Object.keys(neededColumns) as (keyof typeof neededColumns)[], 'server-without-column'),
  },
  neededColumns,
  asked: {
    ...exclusionsOf([...serverMergeRequestFilters, 'not_reviewer_id', 'not_reviewer_username']),
    search_title: 'search',
    search_description: 'search',
  },
  groups: {
    mergeRequest: ['title', 'state', 'draft', 'source_branch', 'target_branch', 'labels', 'milestone', 'description'],
    status: [
      'detailed_merge_status',
      'merge_status',
      'merge_when_pipeline_succeeds',
      'has_conflicts',
      'blocking_discussions_resolved',
      'discussion_locked',
    ],
    people: ['author', 'assignees', 'reviewers', 'closed_by'],
    times: ['created_at', 'updated_at', 'merged_at', 'closed_at'],
    activity: ['user_notes_count', 'upvotes', 'downvotes'],
    identity: ['references', 'web_url', 'id', 'iid', 'project_id', 'imported', 'imported_from'],
    settings: ['allow_collaboration', 'force_remove_source_branch'],
    rendered: ['title_html', 'description_html'],
    deprecated: ['assignee', 'allow_maintainer_to_push', 'approvals_before_merge'],
  },
});
