import {
  BlameChunk,
  FileCreate,
  FileEdit,
  FileMetadata,
  FileRemoval,
  FileWritten,
  LineRange,
  RepositoryFile,
} from '#shared/contract/files.ts';
import { z } from 'zod';
import { bytes, endpoint, exact, headers, rowsOf, serviceHeaders, table } from '../endpoint.ts';

/** Branch, tag or commit; `HEAD` is the default branch. */
const ref = z.string().min(1);
const AtReference = z.object({ ref });
const BlameQuery = AtReference.extend({ range: LineRange.optional() });
const RawQuery = z.object({
  ref: ref.optional(),
  /** Return the content of a Git LFS file instead of its pointer. */
  lfs: z.boolean().optional(),
});
/** What remains after the undo of a commit. */
export const commitsStay = 'both commits stay in the history, also on a new branch';

// Not repeated: each request makes a commit, and a refusal of the second would hide that the first succeeded
export const files = table('files', {
  /** Up to about 11 MB of content. Larger files are streamed with `raw`. */
  get: endpoint('GET /projects/:id/repository/files/:file_path', {
    query: AtReference,
    reply: RepositoryFile,
    limit: 'large-blob',
    doc: '1:140',
  }),
  metadata: endpoint('HEAD /projects/:id/repository/files/:file_path', {
    query: AtReference,
    reply: serviceHeaders(FileMetadata),
    doc: '1:141',
  }),
  blame: endpoint('GET /projects/:id/repository/files/:file_path/blame', {
    query: BlameQuery,
    reply: rowsOf(BlameChunk),
    doc: '1:142',
  }),
  blameMetadata: endpoint('HEAD /projects/:id/repository/files/:file_path/blame', {
    query: BlameQuery,
    reply: serviceHeaders(FileMetadata),
    doc: '1:142',
  }),
  /** Counted together with `get`, because the documents don't say whether the limit covers both. */
  raw: endpoint('GET /projects/:id/repository/files/:file_path/raw', {
    query: RawQuery,
    reply: bytes,
    limit: 'large-blob',
    doc: '1:143',
  }),
  /** The documents don't show the headers of the reply. */
  rawHeaders: endpoint('HEAD /projects/:id/repository/files/:file_path/raw', {
    query: RawQuery,
    reply: headers,
    doc: '1:143',
  }),
  create: endpoint('POST /projects/:id/repository/files/:file_path', {
    body: FileCreate,
    contentField: 'content',
    reply: FileWritten,
    undo: exact(commitsStay),
    limit: 'large-request',
    doc: '1:144',
  }),
  edit: endpoint('PUT /projects/:id/repository/files/:file_path', {
    body: FileEdit,
    contentField: 'content',
    reply: FileWritten,
    repeat: 'never',
    undo: exact(commitsStay),
    limit: 'large-request',
    doc: '1:145',
  }),
  remove: endpoint('DELETE /projects/:id/repository/files/:file_path', {
    body: FileRemoval,
    repeat: 'never',
    undo: exact(commitsStay),
    doc: '1:146',
  }),
});
