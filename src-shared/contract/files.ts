import { z } from 'zod';
import { nullish } from './kit.ts';

/** A file without its content (document 1:58), as in the headers of a HEAD (document 1:141). */
export const FileMetadata = z.looseObject({
  blob_id: z.string(),
  ...nullish(z.string(), 'commit_id', 'content_sha256', 'encoding', 'file_name', 'file_path', 'last_commit_id', 'ref'),
  size: z.coerce.number().int(),
  execute_filemode: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).nullish(),
});
export type FileMetadata = z.infer<typeof FileMetadata>;

/** A file with its content in Base64 (document 1:58). */
export const RepositoryFile = z.looseObject({
  ...nullish(z.string(), 'file_name', 'file_path', 'ref', 'blob_id', 'commit_id', 'last_commit_id', 'content_sha256'),
  content: z.string(),
  encoding: z.string().nullish(),
  size: z.number().int().nullish(),
  execute_filemode: z.boolean().nullish(),
});
export type RepositoryFile = z.infer<typeof RepositoryFile>;

/** Consecutive lines that were last changed by the same commit (document 1:142). */
export const BlameChunk = z.looseObject({
  commit: z.looseObject({
    ...nullish(z.string(), 'id', 'message'),
    parent_ids: z.array(z.string()).nullish(),
    ...nullish(z.string(), 'authored_date', 'author_name', 'author_email', 'committed_date', 'committer_name'),
    committer_email: z.string().nullish(),
  }),
  lines: z.array(z.string()),
});
export type BlameChunk = z.infer<typeof BlameChunk>;

/** `range[start]` and `range[end]`: first and last line, counted from 1 (document 1:142). */
export const LineRange = z.object({ start: z.number().int().optional(), end: z.number().int().optional() });

/** The encoding of a file's content in a request (document 1:144). */
export const ContentEncoding = z.enum(['text', 'base64']);

/** A commit that adds one file (document 1:144). With `start_branch` the branch is created from there. */
export const FileCreate = z.strictObject({
  branch: z.string().min(1),
  commit_message: z.string().min(1),
  content: z.string(),
  author_email: z.string().optional(),
  author_name: z.string().optional(),
  encoding: ContentEncoding.optional(),
  execute_filemode: z.boolean().optional(),
  start_branch: z.string().min(1).optional(),
});

/** A commit that changes one file. `last_commit_id`: the last known commit of the file (document 1:145). */
export const FileEdit = FileCreate.extend({ last_commit_id: z.string().min(1).optional() });

/** A commit that removes one file; its parameters are not shown (document 1:146, readings 34). */
export const FileRemoval = FileEdit.omit({ content: true, encoding: true, execute_filemode: true });

/** The reply to creating or changing a file. */
export const FileWritten = z.looseObject({ branch: z.string().nullish(), file_path: z.string().nullish() });
