import { z } from 'zod';
import { Commit } from './commits.ts';
import { instant } from './kit.ts';
import { UserRef } from './user-ref.ts';

/** A release of a project in the group (document 2:26). The documents don't show which fields `simple` returns. */
export const Release = z.looseObject({
  /** Only returned to users who can read the code. */
  tag_name: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  created_at: instant.nullish(),
  released_at: instant.nullish(),
  author: UserRef.nullish(),
  commit: Commit.nullish(),
  upcoming_release: z.boolean().nullish(),
  commit_path: z.string().nullish(),
  tag_path: z.string().nullish(),
});
export type Release = z.infer<typeof Release>;

/** Parameters of the list (document 2:83). */
export const ReleaseFilter = z.object({
  sort: z.enum(['asc', 'desc']).optional(),
  /** Return fewer fields. */
  simple: z.boolean().optional(),
});
