import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { between, instant, nullish } from './kit.ts';
import { Author } from './notes.ts';

/**
 * A snippet, personal or of a project (document 2:17). Lists leave out the addresses of its repository and its `files`.
 */
export const Snippet = z.looseObject({
  id: z.number().int(),
  /** Null: a personal snippet. */
  project_id: z.number().int().nullish(),
  title: z.string(),
  /** The name of the first file. */
  ...nullish(z.string(), 'file_name', 'description', 'visibility'),
  author: Author.nullish(),
  ...nullish(instant, 'created_at', 'updated_at', 'expires_at'),
  imported: z.boolean().nullish(),
  ...nullish(z.string(), 'imported_from', 'web_url', 'raw_url', 'ssh_url_to_repo', 'http_url_to_repo'),
  files: z.array(z.looseObject({ path: z.string(), raw_url: z.string().nullish() })).nullish(),
});
export type Snippet = z.infer<typeof Snippet>;

/** Filters of the personal snippets of the user (document 2:52). */
export const SnippetFilter = z.object(between('created'));

/** Who may see it; the hosted offering has no `internal` (document 2:17). */
export const SnippetVisibility = z.enum(['public', 'private', 'internal']);

const path = z.string().min(1);
const file = { file_path: path, content: z.string() };
const common = {
  description: z.string().optional(),
  visibility: SnippetVisibility.optional(),
  content: z.string().optional(),
  file_name: path.optional(),
};

/**
 * A new snippet (document 2:56, 2:62) with `files`. The deprecated `content` and `file_name` are for a single file; some
 * platforms refuse them (readings 22).
 */
export const SnippetCreate = z
  .strictObject({ title: z.string().min(1), files: z.array(z.strictObject(file)).min(1).optional(), ...common })
  .refine(
    ({ files, content, file_name }) => files !== undefined || (content !== undefined && file_name !== undefined),
    {
      message: 'at least one file',
      path: ['files'],
    },
  );

/** One change of a snippet's files, with the fields that its action takes (document 2:57). */
export const SnippetAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create'), ...file }),
  z.strictObject({ action: z.literal('update'), ...file, previous_path: path.optional() }),
  z.strictObject({ action: z.literal('delete'), file_path: path }),
  // Without `content` the file keeps its content
  z.strictObject({
    action: z.literal('move'),
    file_path: path,
    previous_path: path,
    content: z.string().optional(),
  }),
]);
export type SnippetAction = z.infer<typeof SnippetAction>;

/** A changed snippet (document 2:57, 2:63). A snippet with several files requires `files`. */
export const SnippetEdit = z.strictObject({
  title: z.string().min(1).optional(),
  files: z.array(SnippetAction).min(1).optional(),
  ...common,
});
export type SnippetEdit = z.infer<typeof SnippetEdit>;

/** Deprecated field → its replacement (document 2:56, 2:57). */
export const deprecatedSnippetFields = { content: 'files', file_name: 'files' };

export const SnippetListFilter = z.object({
  visibility: SnippetVisibility.optional(),
  author_username: z.string().min(1).optional(),
  ...between('created'),
});

/** Personal snippets of the user of the token, and snippets of projects: `project:ID`. Only details contain `files`. */
export const snippets = collection({
  row: Snippet,
  lists: { instance: 'GET /snippets', project: 'GET /projects/:id/snippets' },
  one: { instance: 'GET /snippets/:id', project: 'GET /projects/:id/snippets/:snippet_id' },
  kept: nightly(1),
  setup: { position: 120 },
  title: ['title', 'file_name'],
  about: 'file_name',
  place: { kind: 'snippet', id: 'id', project: 'project_id' },
  columns: {
    title: 'normal',
    file_name: 'normal',
    visibility: 'text',
    author: { field: 'author.username', as: 'folded' },
    author_id: { field: 'author.id', as: 'number' },
    created_at: 'moment',
    updated_at: 'moment',
  },
  order: { by: 'updated_at', direction: 'desc' },
  searched: ['title', 'description', 'file_name', 'author.username'],
  recorded: { not: ['updated_at'] },
  hasLongTexts: true,
  indexes: [['title'], ['updated_at']],
  groups: {
    snippet: ['title', 'description', 'visibility', 'author', 'files', 'file_name'],
    times: ['created_at', 'updated_at', 'expires_at'],
    identity: [
      ...(['id', 'project_id', 'web_url', 'raw_url', 'ssh_url_to_repo', 'http_url_to_repo'] as const),
      ...(['imported', 'imported_from'] as const),
    ],
  },
  counted: ['visibility'],
  filter: SnippetListFilter,
  where: {
    visibility: 'equal',
    author_username: { by: 'folded', column: 'author' },
    created_after: { by: 'since', column: 'created_at' },
    created_before: { by: 'until', column: 'created_at' },
  },
  hasDetails: true,
  isCounted: false,
});
