import {
  IssueNoteCreate,
  IssueNoteEdit,
  MergeRequestNoteCreate,
  Note,
  NoteFilter,
  NoteOrder,
  NoteOrReaction,
  SnippetNoteCreate,
  SnippetNoteEdit,
} from '#shared/contract/notes.ts';
import { endpoint, exact, lossy, none, paged, table } from '../endpoint.ts';

const deprecated = { confidential: 'internal' };
/** The undo creates the note again. Only administrators and Owners can set its former creation time. */
const writtenAgain = lossy('id', 'author', 'created_at');

/** Notes on issues, project snippets and merge requests. This API has no notes on personal snippets. */
export const notes = table('notes', {
  listOfIssue: endpoint('GET /projects/:id/issues/:issue_iid/notes', {
    ...paged(Note, NoteOrder.extend(NoteFilter.shape)),
    doc: '2:46',
  }),
  getOfIssue: endpoint('GET /projects/:id/issues/:issue_iid/notes/:note_id', { reply: Note, doc: '2:46' }),
  createOnIssue: endpoint('POST /projects/:id/issues/:issue_iid/notes', {
    body: IssueNoteCreate,
    reply: NoteOrReaction,
    undo: exact(),
    deprecated,
    doc: '2:46',
  }),
  editOfIssue: endpoint('PUT /projects/:id/issues/:issue_iid/notes/:note_id', {
    body: IssueNoteEdit,
    reply: Note,
    undo: exact(),
    deprecated,
    doc: '2:46',
  }),
  removeOfIssue: endpoint('DELETE /projects/:id/issues/:issue_iid/notes/:note_id', { undo: writtenAgain, doc: '2:46' }),

  listOfSnippet: endpoint('GET /projects/:id/snippets/:snippet_id/notes', { ...paged(Note, NoteOrder), doc: '2:47' }),
  getOfSnippet: endpoint('GET /projects/:id/snippets/:snippet_id/notes/:note_id', { reply: Note, doc: '2:47' }),
  createOnSnippet: endpoint('POST /projects/:id/snippets/:snippet_id/notes', {
    body: SnippetNoteCreate,
    reply: NoteOrReaction,
    undo: exact(),
    doc: '2:47',
  }),
  editOfSnippet: endpoint('PUT /projects/:id/snippets/:snippet_id/notes/:note_id', {
    body: SnippetNoteEdit,
    reply: Note,
    undo: exact(),
    doc: '2:47',
  }),
  removeOfSnippet: endpoint('DELETE /projects/:id/snippets/:snippet_id/notes/:note_id', {
    undo: writtenAgain,
    doc: '2:47',
  }),

  listOfMergeRequest: endpoint('GET /projects/:id/merge_requests/:merge_request_iid/notes', {
    ...paged(Note, NoteOrder),
    doc: '2:48',
  }),
  getOfMergeRequest: endpoint('GET /projects/:id/merge_requests/:merge_request_iid/notes/:note_id', {
    reply: Note,
    doc: '2:48',
  }),
  /** A body with only one emoji becomes a reaction, and the reply is the reaction instead of a note. */
  createOnMergeRequest: endpoint('POST /projects/:id/merge_requests/:merge_request_iid/notes', {
    body: MergeRequestNoteCreate,
    reply: NoteOrReaction,
    undo: none('Reeve can’t delete notes of merge requests'),
    doc: '2:48',
  }),
});
