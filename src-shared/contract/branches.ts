import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { Commit } from './commits.ts';
import { command, nullish, Scope } from './kit.ts';

/** A branch with the commit at its head (document 1:55). */
export const Branch = z.looseObject({
  name: z.string(),
  /** Merged into the default branch. */
  ...nullish(z.boolean(), 'merged', 'protected', 'default', 'developers_can_push', 'developers_can_merge'),
  /** Whether the caller can push. */
  can_push: z.boolean().nullish(),
  web_url: z.string().nullish(),
  commit: Commit.nullish(),
});
export type Branch = z.infer<typeof Branch>;

/** Filters of the list, only one at a time (document 1:154). */
export const BranchFilter = z.object({
  /** An RE2 pattern. */
  regex: z.string().min(1).optional(),
  /** `^term` matches the start, `term$` the end. */
  search: z.string().min(1).optional(),
});

/** A new branch, starting at a branch or commit. Names can have `/` and `.` (document 1:13, 1:157, readings 3). */
export const BranchCreate = z.strictObject({
  branch: z.string().regex(/^[^\s~^:?*[\\\p{Cc}]+$/u, 'neither spaces nor ~ ^ : ? * [ \\'),
  ref: z.string().min(1),
});

export const CachedBranchFilter = BranchFilter.extend({
  merged: z.boolean().optional(),
  protected: z.boolean().optional(),
  default: z.boolean().optional(),
  can_push: z.boolean().optional(),
  developers_can_push: z.boolean().optional(),
  developers_can_merge: z.boolean().optional(),
});
export type CachedBranchFilter = z.infer<typeof CachedBranchFilter>;

/**
 * The commits of a branch that are not in the default branch: the first of them, newest first. `isMore`: there are more
 * than `count`.
 */
export const OwnCommits = z.object({
  count: z.number(),
  isMore: z.boolean(),
  commits: z.array(Commit),
});
export type OwnCommits = z.infer<typeof OwnCommits>;

/** Branches of projects: `project:ID`. */
export const branches = collection({
  row: Branch,
  key: 'name',
  lists: { project: 'GET /projects/:id/repository/branches' },
  one: 'GET /projects/:id/repository/branches/:branch',
  kept: nightly(1),
  setup: { position: 116 },
  title: 'name',
  columns: {
    name: 'normal',
    committed_date: { field: 'commit.committed_date', as: 'moment' },
    commit_id: { field: 'commit.id', as: 'text' },
    merged: 'flag',
    protected: 'flag',
    is_default: { field: 'default', as: 'flag' },
    can_push: 'flag',
    developers_can_push: 'flag',
    developers_can_merge: 'flag',
  },
  searched: ['name', 'commit.title', 'commit.author_name'],
  recorded: { not: ['commit.committed_date', 'commit.title', 'commit.author_name'] },
  indexes: [['name'], ['committed_date']],
  counted: ['merged', 'protected'],
  filter: CachedBranchFilter,
  sides: { search: 'server', regex: 'server' },
  where: {
    merged: 'flag',
    protected: 'flag',
    default: { by: 'flag', column: 'is_default' },
    can_push: 'flag',
    developers_can_push: 'flag',
    developers_can_merge: 'flag',
  },
  isCounted: false,
  verbs: {
    /** Request the commits that would be lost with a branch. They are not stored. `branch`: its name. */
    ownCommits: command(z.object({ scope: Scope, branch: z.string().min(1) }), OwnCommits, { remote: true }),
  },
});
