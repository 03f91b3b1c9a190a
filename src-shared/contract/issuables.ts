import { z } from 'zod';

/** An id, or whether there is one at all (document 2:34, 2:37). */
export const IdOrPresence = z.union([z.number().int().min(1), z.enum(['None', 'Any'])]);

/**
 * Names of labels that must all be there: a list, or the text that the platform takes, with commas between them;
 * `None` and `Any` ask for the presence of labels (document 2:34).
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

/** Where `search` looks (document 2:34). */
export const SearchedFields = z.array(z.enum(['title', 'description'])).min(1);

/** A label with its details, where they were asked for; the name alone otherwise (document 2:8). */
export const Label = z.union([
  z.string(),
  z.looseObject({
    name: z.string().nullish(),
    color: z.string().nullish(),
    description: z.string().nullish(),
    description_html: z.string().nullish(),
    text_color: z.string().nullish(),
  }),
]);
export type Label = z.infer<typeof Label>;

/** The milestone of an issue or a merge request (document 2:8). */
export const Milestone = z.looseObject({
  id: z.number().int().nullish(),
  iid: z.number().int().nullish(),
  project_id: z.number().int().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  state: z.string().nullish(),
  due_date: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

/** How an issue or a merge request is written; `relative` to the group or project that was asked (document 2:8). */
export const References = z.looseObject({
  short: z.string().nullish(),
  relative: z.string().nullish(),
  full: z.string().nullish(),
});
