import { z } from 'zod';
import { nullish } from './kit.ts';
import type { FilterSide } from './columns.ts';

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
