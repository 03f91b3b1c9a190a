import { z } from 'zod';
import { collection } from './collection.ts';
import { ContentEncoding } from './files.ts';
import { instant, nullish } from './kit.ts';

/** A commit as in lists and single replies (document 1:37). Branches, releases and other resources contain parts of it. */
export const Commit = z.looseObject({
  id: z.string(),
  ...nullish(z.string(), 'short_id', 'title', 'message', 'author_name', 'author_email', 'authored_date'),
  ...nullish(z.string(), 'committer_name', 'committer_email', 'committed_date'),
  /** Always the same as `committed_date`. */
  created_at: z.string().nullish(),
  parent_ids: z.array(z.string()).nullish(),
  web_url: z.string().nullish(),
  ...nullish(z.record(z.string(), z.unknown()), 'trailers', 'extended_trailers'),
  stats: z
    .looseObject({
      ...nullish(z.number().int(), 'additions', 'deletions', 'total'),
    })
    .nullish(),
  status: z.string().nullish(),
  /** The documents do not show its fields. */
  last_pipeline: z.looseObject({}).nullish(),
});
export type Commit = z.infer<typeof Commit>;

/** Filters of the list, with their documented names (document 1:149). */
export const CommitFilter = z.object({
  /** Every commit; `ref_name` is then ignored. */
  all: z.boolean().optional(),
  author: z.string().min(1).optional(),
  first_parent: z.boolean().optional(),
  /** Follow renames of a single file; true by default. */
  follow: z.boolean().optional(),
  order: z.enum(['default', 'topo']).optional(),
  path: z.string().min(1).optional(),
  /** Branch, tag or range of revisions. */
  ref_name: z.string().min(1).optional(),
  since: instant.optional(),
  until: instant.optional(),
});

const filePath = z.string().min(1);
const file = { file_path: filePath };
const content = { content: z.string(), encoding: ContentEncoding.optional() };
const last_commit_id = z.string().min(1).optional();

/** One change of a commit, with only the fields of its action (document 1:150). */
export const CommitAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create'), ...file, ...content }),
  z.strictObject({ action: z.literal('update'), ...file, ...content, last_commit_id }),
  z.strictObject({ action: z.literal('delete'), ...file, last_commit_id }),
  // Without `content` the file keeps its content
  z.strictObject({
    action: z.literal('move'),
    ...file,
    previous_path: filePath,
    content: z.string().optional(),
    encoding: ContentEncoding.optional(),
    last_commit_id,
  }),
  z.strictObject({ action: z.literal('chmod'), ...file, execute_filemode: z.boolean() }),
]);
export type CommitAction = z.infer<typeof CommitAction>;

/** A commit of several files (document 1:150). */
export const CommitCreate = z.strictObject({
  /** A new branch needs `start_branch` or `start_sha`. */
  branch: z.string().min(1),
  commit_message: z.string().min(1),
  actions: z.array(CommitAction).optional(),
  allow_empty: z.boolean().optional(),
  author_email: z.string().optional(),
  author_name: z.string().optional(),
  /** Overwrites the branch, starting at `start_branch` or `start_sha`. */
  force: z.boolean().optional(),
  start_branch: z.string().min(1).optional(),
  start_project: z.union([z.number().int(), z.string().min(1)]).optional(),
  start_sha: z
    .string()
    .regex(/^[0-9a-f]{40}$/i, 'a full SHA of 40 characters')
    .optional(),
  stats: z.boolean().optional(),
});
export type CommitCreate = z.infer<typeof CommitCreate>;

export const CachedCommitFilter = z.object({
  author_email: z.string().min(1).optional(),
  /** Part of the name or the e-mail address. */
  author: z.string().min(1).optional(),
  since: instant.optional(),
  until: instant.optional(),
});
export type CachedCommitFilter = z.infer<typeof CachedCommitFilter>;

/** A commit in a list. */
export const ListedCommit = Commit.extend({
  /** Reeve's own: the place in a list in topological order. */
  position: z.number().int().nullish(),
});

/** About how many commits the list of a project has. */
export const newestCommits = 2_000;

/**
 * The newest commits of projects, of all branches: `project:ID`; and the commits of one request for a branch, a tag or a
 * path: `project:ID/ref:REVISIONS`.
 * Decision: build/decisions/0030-a-list-of-commits-is-a-scope.md
 */
export const commits = collection({
  row: ListedCommit,
  lists: {
    project: 'GET /projects/:id/repository/commits',
    'project/ref': 'GET /projects/:id/repository/commits',
  },
  mostRows: newestCommits,
  one: 'GET /projects/:id/repository/commits/:sha',
  title: ['title', 'short_id'],
  about: 'short_id',
  columns: {
    committed_date: 'moment',
    author_name: 'normal',
    author_email: 'folded',
    title: 'normal',
    additions: { field: 'stats.additions', as: 'number' },
    deletions: { field: 'stats.deletions', as: 'number' },
    position: 'number',
    parent_ids: 'list',
  },
  order: { by: 'committed_date', direction: 'desc' },
  searched: ['id', 'title', 'message', 'author_name', 'author_email'],
  recorded: false,
  hasLongTexts: true,
  indexes: [['committed_date'], ['author_email', 'committed_date']],
  filter: CachedCommitFilter,
  where: {
    author_email: 'folded',
    since: { by: 'since', column: 'committed_date' },
    until: { by: 'until', column: 'committed_date' },
  },
  isCounted: false,
});
