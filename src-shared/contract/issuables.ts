import { z } from 'zod';
import { hours } from '#shared/time.ts';
import type { FilterSide } from './columns.ts';
import { between, nullish } from './kit.ts';

/** An id, or `None` or `Any` (document 2:34, 2:37). */
export const IdOrPresence = z.union([z.number().int().min(1), z.enum(['None', 'Any'])]);

/**
 * Labels that must all be present: a list, or the text of the API with commas; `None` and `Any` check whether there are
 * labels (document 2:34).
 */
export const LabelNames = z.union([
  z.string().min(1),
  z
    .array(
      z
        .string()
        .min(1)
        .regex(/^[^,]*$/, 'a comma separates labels'),
    )
    .min(1),
]);

/** The fields that `search` searches (document 2:34). */
export const SearchedFields = z.array(z.enum(['title', 'description'])).min(1);

/** A label with its details if requested, otherwise its name (document 2:8). */
export const Label = z.union([
  z.string(),
  z.looseObject({
    ...nullish(z.string(), 'name', 'color', 'description', 'description_html', 'text_color'),
  }),
]);
export type Label = z.infer<typeof Label>;

/** The milestone of an issue or a merge request (document 2:8). */
export const Milestone = z.looseObject({
  ...nullish(z.number().int(), 'id', 'iid', 'project_id'),
  ...nullish(z.string(), 'title', 'description', 'state', 'due_date', 'created_at', 'updated_at'),
});

/** References to an issue or merge request; `relative` to the group or project of the request (document 2:8). */
export const References = z.looseObject({
  ...nullish(z.string(), 'short', 'relative', 'full'),
});

/** Declares one side for several filters. */
export function sidesOf<N extends string, S extends FilterSide>(names: readonly N[], side: S): Record<N, S> {
  return Object.fromEntries(names.map((name) => [name, side])) as Record<N, S>;
}

/** The parameter of each excluding filter: `not.author_id` for `not_author_id`, which is sent as `not[author_id]`. */
export function exclusionsOf<N extends string>(names: readonly N[]): Partial<Record<N, string>> {
  const excluding = names.filter((name) => name.startsWith('not_'));
  return Object.fromEntries(excluding.map((name) => [name, name.replace('not_', 'not.')])) as Partial<
    Record<N, string>
  >;
}

const id = z.number().int().min(1);
const text = z.string().min(1);

/**
 * Filters of both lists. Some have other names in requests: `labels_are` is sent as `labels`, `search_title` and
 * `search_description` as `search` with `in`, and `not_author_id` as `not[author_id]`.
 */
export const issuableFilters = {
  labels: z.array(text).optional(),
  author_username: text.optional(),
  milestone: text.optional(),
  ...between('created'),
  ...between('updated'),
  iids: z.array(id).min(1).optional(),
  author_id: id.optional(),
  labels_are: z.enum(['None', 'Any']).optional(),
  assignee_id: IdOrPresence.optional(),
  my_reaction_emoji: text.optional(),
  non_archived: z.literal(true).optional(),
  search: text.optional(),
  search_title: text.optional(),
  search_description: text.optional(),
  not_assignee_id: id.optional(),
  not_assignee_username: z.array(text).min(1).optional(),
  not_author_id: id.optional(),
  not_author_username: text.optional(),
  not_labels: z.array(text).min(1).optional(),
  not_milestone: text.optional(),
};

/** Pairs of these filters that exclude each other. */
export const exclusiveIssuableFilters = [
  ['labels', 'labels_are'],
  ['search', 'search_title'],
  ['search', 'search_description'],
  ['search_title', 'search_description'],
  ['not_assignee_id', 'not_assignee_username'],
  ['not_author_id', 'not_author_username'],
] as const;

/** The filters that the cache evaluates on a single column, in both lists. */
export const issuableWhere = {
  state: 'equal',
  labels: 'holdsAll',
  author_username: { by: 'folded', column: 'author' },
  created_after: { by: 'since', column: 'created_at' },
  created_before: { by: 'until', column: 'created_at' },
  updated_after: { by: 'since', column: 'updated_at' },
  updated_before: { by: 'until', column: 'updated_at' },
  iids: { by: 'oneOf', column: 'iid' },
  author_id: 'equal',
} as const;

/** Columns of both lists. */
export const issuableColumns = {
  title: 'normal',
  state: 'text',
  iid: 'number',
  author: { field: 'author.username', as: 'folded' },
  author_id: { field: 'author.id', as: 'number' },
  milestone_title: { field: 'milestone.title', as: 'folded' },
  assignee_ids: { field: 'assignees', as: 'ids' },
  assignee_names: { field: 'assignees', as: 'usernames' },
  labels: 'list',
  user_notes_count: 'number',
  created_at: 'moment',
  updated_at: 'moment',
} as const;

/** The rest of the declaration that both lists have in common. */
export const issuableList = {
  isStoredOnce: true,
  incremental: 'updated_at',
  // Without `non_archived: false`, archiving a project would look like deleting its rows
  query: { scope: 'all', state: 'all', non_archived: false },
  kept: { everyMs: hours(6), requests: 1 },
  title: 'title',
  about: 'references.full',
  order: { by: 'updated_at', direction: 'desc' },
  hasLongTexts: true,
  // Relative to the requested group (document 2:8)
  volatile: ['references.relative'],
  indexes: [['updated_at'], ['created_at'], ['title'], ['state', 'updated_at'], ['author_id', 'updated_at']],
  counted: ['state'],
  askedWith: { search_title: { in: ['title'] }, search_description: { in: ['description'] } },
} as const;
