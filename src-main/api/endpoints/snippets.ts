import {
  deprecatedSnippetFields as deprecated,
  Snippet,
  SnippetCreate,
  SnippetEdit,
  SnippetFilter,
} from '#shared/contract/snippets.ts';
import { bytes, endpoint, exact, lossy, paged, table } from '../endpoint.ts';

const leaves = 'changed files keep both versions in their history';

export const personalSnippets = table('personal-snippets', {
  /** Snippets of the user of the token. */
  list: endpoint('GET /snippets', { ...paged(Snippet, SnippetFilter), doc: '2:52' }),
  get: endpoint('GET /snippets/:id', { reply: Snippet, doc: '2:53' }),
  raw: endpoint('GET /snippets/:id/raw', { reply: bytes, doc: '2:54' }),
  rawFile: endpoint('GET /snippets/:id/files/:ref/:file_path/raw', { reply: bytes, doc: '2:55' }),
  create: endpoint('POST /snippets', { body: SnippetCreate, reply: Snippet, undo: exact(), deprecated, doc: '2:56' }),
  /** Not repeated: the platform refuses actions that were already applied. */
  edit: endpoint('PUT /snippets/:id', {
    body: SnippetEdit,
    reply: Snippet,
    repeat: 'never',
    undo: { ...lossy('the order of its files'), leaves },
    deprecated,
    doc: '2:57',
  }),
  remove: endpoint('DELETE /snippets/:id', {
    undo: lossy('id', 'author', 'created_at', 'expires_at', 'the history of its files'),
    doc: '2:58',
  }),
});

/** This API returns only the content of the first file. */
export const otherFiles = 'files besides the first';

export const projectSnippets = table('project-snippets', {
  list: endpoint('GET /projects/:id/snippets', { ...paged(Snippet), doc: '2:61' }),
  get: endpoint('GET /projects/:id/snippets/:snippet_id', { reply: Snippet, doc: '2:61' }),
  create: endpoint('POST /projects/:id/snippets', {
    body: SnippetCreate,
    reply: Snippet,
    undo: exact(),
    deprecated,
    doc: '2:62',
  }),
  /** Not repeated: the platform refuses actions that were already applied. */
  edit: endpoint('PUT /projects/:id/snippets/:snippet_id', {
    body: SnippetEdit,
    reply: Snippet,
    repeat: 'never',
    undo: { ...lossy(otherFiles, 'the order of its files'), leaves },
    deprecated,
    doc: '2:63',
  }),
  remove: endpoint('DELETE /projects/:id/snippets/:snippet_id', {
    undo: lossy('id', 'author', 'created_at', 'expires_at', 'its notes', otherFiles, 'the history of its files'),
    doc: '2:64',
  }),
  raw: endpoint('GET /projects/:id/snippets/:snippet_id/raw', { reply: bytes, doc: '2:65' }),
});
