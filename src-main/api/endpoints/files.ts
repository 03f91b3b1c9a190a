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
import { bytes, endpoint, headers, lossy, rowsOf, serviceHeaders, table } from '../endpoint.ts';

/** Branch, tag or commit; `HEAD` is the default branch. */
const ref = z.string().min(1);
const AtReference = z.object({ ref });
const BlameQuery = AtReference.extend({ range: LineRange.optional() });
const RawQuery = z.object({
  ref: ref.optional(),
  /** The content that a Git LFS pointer stands for. */
  lfs: z.boolean().optional(),
});
const history = 'the history of commits';

// A file written twice is two commits, and a refusal the second time would hide that the first went well
export const files = table('files', {
  /** Up to some 11 MB of content; what is larger comes by `raw` as a stream. */
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
  /** Counted together with `get`: the documents do not say whether the limit covers both. */
  raw: endpoint('GET /projects/:id/repository/files/:file_path/raw', {
    query: RawQuery,
    reply: bytes,
    limit: 'large-blob',
    doc: '1:143',
  }),
  /** Which headers it answers is not shown. */
  rawHeaders: endpoint('HEAD /projects/:id/repository/files/:file_path/raw', {
    query: RawQuery,
    reply: headers,
    doc: '1:143',
  }),
  create: endpoint('POST /projects/:id/repository/files/:file_path', {
    body: FileCreate,
    reply: FileWritten,
    undo: lossy(history, 'a branch that start_branch made'),
    limit: 'large-request',
    doc: '1:144',
  }),
  edit: endpoint('PUT /projects/:id/repository/files/:file_path', {
    body: FileEdit,
    reply: FileWritten,
    repeat: 'never',
    undo: lossy(history, 'a branch that start_branch made'),
    limit: 'large-request',
    doc: '1:145',
  }),
  remove: endpoint('DELETE /projects/:id/repository/files/:file_path', {
    body: FileRemoval,
    repeat: 'never',
    undo: lossy(history, 'a branch that start_branch made'),
    doc: '1:146',
  }),
});
