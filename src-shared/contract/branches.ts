import { z } from 'zod';
import { Commit } from './commits.ts';

/** A branch with the commit at its head (document 1:55). */
export const Branch = z.looseObject({
  name: z.string(),
  /** Into the default branch. */
  merged: z.boolean().nullish(),
  protected: z.boolean().nullish(),
  default: z.boolean().nullish(),
  developers_can_push: z.boolean().nullish(),
  developers_can_merge: z.boolean().nullish(),
  /** The caller, that is. */
  can_push: z.boolean().nullish(),
  web_url: z.string().nullish(),
  commit: Commit.nullish(),
});
export type Branch = z.infer<typeof Branch>;

/** Filters of the list, of which one at a time (document 1:154). */
export const BranchFilter = z.object({
  /** An RE2 pattern. */
  regex: z.string().min(1).optional(),
  /** `^term` for the beginning, `term$` for the end. */
  search: z.string().min(1).optional(),
});

/** A new branch at a branch or commit. Names with `/` and `.` are in use (document 1:13, 1:157, readings 3). */
export const BranchCreate = z.strictObject({
  branch: z.string().regex(/^[^\s~^:?*[\\\p{Cc}]+$/u, 'neither spaces nor ~ ^ : ? * [ \\'),
  ref: z.string().min(1),
});
