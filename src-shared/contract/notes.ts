import { fromIso } from '#shared/time.ts';
import { z } from 'zod';
import { collection } from './collection.ts';
import { between, instant, nullish, textUpTo } from './kit.ts';
import { UserRef } from './user-ref.ts';

/** A user with the additional fields of snippets and notes (document 2:14, 2:17). */
export const Author = UserRef.extend({ email: z.string().nullish(), created_at: instant.nullish() });

/** A comment, or a note of the platform (`system`), on an issue, merge request or snippet (document 2:14). */
export const Note = z.looseObject({
  id: z.number().int(),
  body: z.string(),
  author: Author.nullish(),
  ...nullish(instant, 'created_at', 'updated_at'),
  system: z.boolean().nullish(),
  ...nullish(z.number().int(), 'noteable_id', 'noteable_iid', 'project_id'),
  noteable_type: z.string().nullish(),
  ...nullish(z.boolean(), 'resolvable', 'confidential', 'internal', 'imported'),
  imported_from: z.string().nullish(),
});
export type Note = z.infer<typeof Note>;

/** A note, or the undocumented object that is the reply to a body of one emoji (document 2:48). */
export const NoteOrReaction = z.union([Note, z.looseObject({})]);

/** Whether the platform turns a body into a reaction, because it is a single emoji (document 2:48). */
export function isReaction(body: string): boolean {
  return /^(:[\w+\-]+:|\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v.test(body.trim());
}

/** The order of a list of notes (document 2:45). */
export const NoteOrder = z.object({
  sort: z.enum(['asc', 'desc']).optional(),
  order_by: z.enum(['created_at', 'updated_at']).optional(),
});

/** Comments, notes of the platform, or both; for issues only (document 2:46). */
export const NoteFilter = z.object({
  activity_filter: z.enum(['all_notes', 'only_comments', 'only_activity']).optional(),
});

/** Longer texts are refused (document 2:45). */
export const mostNoteCharacters = 1_000_000;

const body = textUpTo(mostNoteCharacters).min(1);

/** Only administrators and owners of the project or group can set it; always after 1970-01-01 (document 2:45). */
const created_at = instant.refine((text) => (fromIso(text) ?? 0) > 0, { message: 'a moment after 1970-01-01' });

/** A new note on a snippet of a project (document 2:47). */
export const SnippetNoteCreate = z.strictObject({ body, created_at: created_at.optional() });

/** A new note on a merge request (document 2:48). */
export const MergeRequestNoteCreate = SnippetNoteCreate.extend({ internal: z.boolean().optional() });

/** A new note on an issue (document 2:46); `internal` wins over the deprecated `confidential`. */
export const IssueNoteCreate = MergeRequestNoteCreate.extend({ confidential: z.boolean().optional() });

/** A changed note on a snippet (document 2:47). */
export const SnippetNoteEdit = z.strictObject({ body });

/** A changed note on an issue (document 2:46); `confidential` is deprecated. */
export const IssueNoteEdit = z.strictObject({ body: body.optional(), confidential: z.boolean().optional() });

export const NoteListFilter = z.object({
  /** Notes of the platform. */
  system: z.boolean().optional(),
  internal: z.boolean().optional(),
  author_username: z.string().min(1).optional(),
  author_id: z.number().int().min(1).optional(),
  ...between('created'),
});

/** Notes of an issue (`project:7/issue:12`), a merge request (`project:7/mr:3`) or a snippet (`project:7/snippet:5`). */
export const notes = collection({
  row: Note,
  // The page shows a note that cannot be read as it was sent
  leastRow: Note.pick({ id: true }),
  lists: {
    'project/issue': 'GET /projects/:id/issues/:issue_iid/notes',
    'project/mr': 'GET /projects/:id/merge_requests/:merge_request_iid/notes',
    'project/snippet': 'GET /projects/:id/snippets/:snippet_id/notes',
  },
  one: {
    'project/issue': 'GET /projects/:id/issues/:issue_iid/notes/:note_id',
    'project/mr': 'GET /projects/:id/merge_requests/:merge_request_iid/notes/:note_id',
    'project/snippet': 'GET /projects/:id/snippets/:snippet_id/notes/:note_id',
  },
  title: 'body',
  about: 'author.username',
  columns: {
    created_at: 'moment',
    updated_at: 'moment',
    author: { field: 'author.username', as: 'folded' },
    author_id: { field: 'author.id', as: 'number' },
    system: 'flag',
    internal: 'flag',
  },
  order: { by: 'created_at', direction: 'desc' },
  searched: ['body', 'author.username', 'author.name'],
  recorded: { not: ['updated_at'] },
  hasLongTexts: true,
  indexes: [['created_at'], ['updated_at'], ['author_id', 'updated_at']],
  groups: {
    note: ['body', 'author', 'system', 'internal', 'confidential', 'resolvable'],
    times: ['created_at', 'updated_at'],
    identity: ['id', 'noteable_type', 'noteable_id', 'noteable_iid', 'project_id', 'imported', 'imported_from'],
  },
  counted: ['system'],
  filter: NoteListFilter,
  where: {
    system: 'flag',
    internal: 'flag',
    author_username: { by: 'folded', column: 'author' },
    author_id: 'equal',
    created_after: { by: 'since', column: 'created_at' },
    created_before: { by: 'until', column: 'created_at' },
  },
  isCounted: false,
});
