import { z } from 'zod';
import { collection } from './collection.ts';
import { allValues } from './dialect-values.ts';
import {
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

const count = z.number().int().nullish();

/**
 * An issue as the lists reply (document 2:8). `weight`, `epic` and `iteration` in paid tiers, `health_status` in
 * Ultimate; `assignee` and `epic_iid` are deprecated.
 */
export const Issue = z.looseObject({
  id: z.number().int(),
  iid: z.number().int(),
  project_id: z.number().int(),
  title: z.string(),
  ...nullish(z.string(), 'description', 'state', 'type', 'issue_type', 'severity'),
  ...nullish(instant, 'created_at', 'updated_at', 'closed_at'),
  ...nullish(z.string(), 'due_date', 'start_date'),
  ...nullish(UserRef, 'closed_by', 'author'),
  assignees: z.array(UserRef).nullish(),
  assignee: UserRef.nullish(),
  milestone: Milestone.nullish(),
  labels: z.array(Label).nullish(),
  upvotes: count,
  downvotes: count,
  merge_requests_count: count,
  user_notes_count: count,
  moved_to_id: count,
  imported: z.boolean().nullish(),
  ...nullish(z.string(), 'imported_from', 'web_url'),
  references: References.nullish(),
  time_stats: z
    .looseObject({
      ...nullish(z.number(), 'time_estimate', 'total_time_spent'),
      ...nullish(z.string(), 'human_time_estimate', 'human_total_time_spent'),
    })
    .nullish(),
  has_tasks: z.boolean().nullish(),
  task_status: z.string().nullish(),
  task_completion_status: z.looseObject({ count, completed_count: count }).nullish(),
  ...nullish(z.boolean(), 'confidential', 'discussion_locked'),
  _links: z
    .looseObject({
      self: z.string().nullish(),
      notes: z.string().nullish(),
      ...nullish(z.string(), 'award_emoji', 'project', 'closed_as_duplicate_of'),
    })
    .nullish(),
  weight: z.number().nullish(),
  epic: z
    .looseObject({ id: count, iid: count, title: z.string().nullish(), url: z.string().nullish(), group_id: count })
    .nullish(),
  epic_iid: count,
  iteration: z
    .looseObject({
      id: count,
      iid: count,
      sequence: count,
      group_id: count,
      ...nullish(z.string(), 'title', 'description'),
      state: z.unknown(),
      ...nullish(instant, 'created_at', 'updated_at'),
      ...nullish(z.string(), 'start_date', 'due_date', 'web_url'),
    })
    .nullish(),
  health_status: z.string().nullish(),
});
export type Issue = z.infer<typeof Issue>;

const id = z.number().int().min(1);
const text = z.string().min(1);
const WeightOrPresence = z.union([z.number().int().min(0), z.enum(['None', 'Any'])]);
/** The id of a milestone, or one of the documented keywords (document 2:34). */
const MilestoneId = z.union([id, z.enum(allValues('milestoneIds'))]);

/** What may be excluded: `not[…]` (document 2:34). */
export const IssueExclusion = z.strictObject({
  assignee_id: id.optional(),
  assignee_username: z.array(text).min(1).optional(),
  author_id: id.optional(),
  author_username: text.optional(),
  iids: z.array(id).min(1).optional(),
  iteration_id: IdOrPresence.optional(),
  iteration_title: text.optional(),
  labels: LabelNames.optional(),
  milestone: text.optional(),
  milestone_id: MilestoneId.optional(),
  weight: z.number().int().min(0).optional(),
});

/** All documented filters of `GET /issues` and `GET /groups/:id/issues`, with their documented names (document 2:34). */
export const IssueFilter = z.object({
  assignee_id: IdOrPresence.optional(),
  /** The community edition accepts only one. */
  assignee_username: z.array(text).min(1).optional(),
  author_id: id.optional(),
  author_username: text.optional(),
  confidential: z.boolean().optional(),
  ...between('created'),
  ...between('updated'),
  /** `0`: issues without a due date. */
  due_date: z
    .enum(['0', 'any', 'today', 'tomorrow', 'overdue', 'week', 'month', 'next_month_and_previous_two_weeks'])
    .optional(),
  /** Paid tiers. */
  epic_id: IdOrPresence.optional(),
  /** Ultimate. */
  health_status: text.optional(),
  iids: z.array(id).min(1).optional(),
  in: SearchedFields.optional(),
  issue_type: z.enum(allValues('issueTypes')).optional(),
  /** Paid tiers. */
  iteration_id: IdOrPresence.optional(),
  /** Paid tiers. */
  iteration_title: text.optional(),
  labels: LabelNames.optional(),
  /** A title, `None` or `Any`. */
  milestone: text.optional(),
  milestone_id: MilestoneId.optional(),
  /** A name, `None` or `Any`. */
  my_reaction_emoji: text.optional(),
  /** Only issues of projects that are not archived; true by default. */
  non_archived: z.boolean().optional(),
  not: IssueExclusion.optional(),
  /** `created_by_me` by default. */
  scope: z.enum(['created_by_me', 'assigned_to_me', 'all']).optional(),
  search: text.optional(),
  state: z.enum(['all', 'opened', 'closed']).optional(),
  /** Paid tiers. */
  weight: WeightOrPresence.optional(),
});
export type IssueFilter = z.infer<typeof IssueFilter>;

/** Pairs of filters that exclude each other (document 2:34). */
export const exclusiveIssueFilters: readonly (readonly [keyof IssueFilter, keyof IssueFilter])[] = [
  ['assignee_id', 'assignee_username'],
  ['author_id', 'author_username'],
  ['iteration_id', 'iteration_title'],
  ['milestone', 'milestone_id'],
];

/** The sort orders of the lists (document 2:34). */
export const issueOrders = [
  'created_at',
  'due_date',
  'label_priority',
  'milestone_due',
  'popularity',
  'priority',
  'relative_position',
  'title',
  'updated_at',
  'weight',
] as const;

const { due_date, epic_id, health_status, iteration_id, iteration_title, weight } = IssueFilter.shape;

/** Filters of the list of issues: all documented ones, with their documented names (document 2:34). */
export const IssueListFilter = z.object({
  state: z.enum(['opened', 'closed']).optional(),
  issue_type: z.enum(allValues('issueTypes')).optional(),
  confidential: z.boolean().optional(),
  ...issuableFilters,
  assignee_username: z.array(text).min(1).optional(),
  due_date,
  epic_id,
  health_status,
  iteration_id,
  iteration_title,
  milestone_id: MilestoneId.optional(),
  scope: z.enum(['created_by_me', 'assigned_to_me']).optional(),
  weight,
  not_iids: z.array(id).min(1).optional(),
  not_iteration_id: IdOrPresence.optional(),
  not_iteration_title: text.optional(),
  not_milestone_id: MilestoneId.optional(),
  not_weight: z.number().int().min(0).optional(),
});
export type IssueListFilter = z.infer<typeof IssueListFilter>;

/** Pairs of filters of the list that exclude each other: the documented ones, and those that mean the same. */
export const exclusiveIssueListFilters: readonly (readonly [keyof IssueListFilter, keyof IssueListFilter])[] = [
  ...(exclusiveIssueFilters as readonly (readonly [keyof IssueListFilter, keyof IssueListFilter])[]),
  ...exclusiveIssuableFilters,
  ['not_iteration_id', 'not_iteration_title'],
  ['not_milestone', 'not_milestone_id'],
];

/** The filters of the list that only the instance can evaluate, because rows lack what they compare. */
const serverIssueFilters = [
  'my_reaction_emoji',
  'non_archived',
  'scope',
  'search',
  'search_title',
  'search_description',
] as const;
/** A row has neither the start date of its milestone nor the other milestones of its project. */
const serverMilestones = ['Upcoming', 'Started'] as const;

/** Listed for the instance or for a group with its subgroups, not for a single project (document 2:34). */
export const issues = collection({
  row: Issue,
  lists: { instance: 'GET /issues', group: 'GET /groups/:id/issues', project: null },
  ...issuableList,
  recorded: { also: ['web_url', 'project_id'], not: ['updated_at', 'user_notes_count', 'upvotes'] },
  place: { kind: 'issue', id: 'iid', project: 'project_id' },
  columns: {
    ...issuableColumns,
    issue_type: 'text',
    milestone_id: { field: 'milestone.id', as: 'number' },
    epic_id: { field: 'epic.id', as: 'number' },
    iteration_title: { field: 'iteration.title', as: 'folded' },
    iteration_id: { field: 'iteration.id', as: 'number' },
    weight: 'number',
    health_status: 'folded',
    confidential: 'flag',
    upvotes: 'number',
    milestone_due: { field: 'milestone.due_date', as: 'text' },
    due_date: 'text',
  },
  searched: ['title', 'description', 'references.full', 'author.username', 'author.name', 'labels'],
  filter: IssueListFilter,
  where: { ...issuableWhere, issue_type: 'equal', confidential: 'flag', iteration_title: 'folded' },
  valueColumns: {
    milestone: 'milestone_title',
    health_status: 'health_status',
    assignee_username: 'assignee_names',
    not_assignee_username: 'assignee_names',
    not_author_username: 'author',
    not_iteration_title: 'iteration_title',
    not_labels: 'labels',
    not_milestone: 'milestone_title',
  },
  sides: {
    ...sidesOf(serverIssueFilters, 'server'),
    milestone_id: 'server-for-some-values',
    not_milestone_id: 'server-for-some-values',
  },
  serverValues: { milestone_id: serverMilestones, not_milestone_id: serverMilestones },
  asked: {
    not_milestone_id: 'not.milestone_id',
    search_title: 'search',
    search_description: 'search',
  },
  groups: {
    issue: [
      'title',
      'state',
      'type',
      'issue_type',
      'severity',
      'confidential',
      'discussion_locked',
      'labels',
      'milestone',
      'iteration',
      'epic',
      'weight',
      'health_status',
      'description',
    ],
    people: ['author', 'assignees', 'closed_by'],
    times: ['created_at', 'updated_at', 'closed_at', 'start_date', 'due_date', 'time_stats'],
    activity: [
      'user_notes_count',
      'merge_requests_count',
      'upvotes',
      'downvotes',
      'has_tasks',
      'task_status',
      'task_completion_status',
    ],
    identity: [
      'id',
      'iid',
      'project_id',
      'references',
      'web_url',
      'moved_to_id',
      'imported',
      'imported_from',
      '_links',
    ],
    deprecated: ['assignee', 'epic_iid'],
  },
});
