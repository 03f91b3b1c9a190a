import { createHash } from 'node:crypto';
import { files as api } from '#main/api/endpoints/files.ts';
import type { State, ReadContext } from './operation.ts';
import { nullIfMissing } from './read-resource.ts';

/** Maximum size of the previous contents that are stored for an undo, in bytes. */
export const maxKeptBytes = 1_000_000;

/** The location of a file. */
export interface FileLocation {
  project: string | number;
  file_path: string;
  ref: string;
}

/** Read the metadata of a file; null: it does not exist. One request. */
export async function readFileMetadata(
  { project, file_path, ref }: FileLocation,
  { send, signal }: ReadContext,
): Promise<State | null> {
  const at = { path: { id: project, file_path }, query: { ref } };
  const head = await nullIfMissing(send(api.metadata, at, signal));
  if (head === null) return null;
  const { blob_id, commit_id, last_commit_id, content_sha256, size, execute_filemode } = head;
  return { blob_id, commit_id, last_commit_id, content_sha256, size, execute_filemode };
}

/** Read a file with its content in Base64, or without it if it is larger than `mostBytes`. Two requests. */
export async function readFileWithContent(
  at: FileLocation,
  reading: ReadContext,
  mostBytes = maxKeptBytes,
): Promise<State | null> {
  const head = await readFileMetadata(at, reading);
  if (head === null || Number(head['size']) > mostBytes) return head;
  const { project, file_path, ref } = at;
  const { send, signal } = reading;
  const file = await nullIfMissing(send(api.get, { path: { id: project, file_path }, query: { ref } }, signal));
  // The file changed between the two requests, so this content does not belong to the metadata
  if (file === null || file.blob_id !== head['blob_id']) return head;
  return { ...head, content: toBase64(file.content, file.encoding) };
}

/** The content of a request or a reply in Base64, for comparison. */
export function toBase64(content: string, encoding: unknown): string {
  return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8').toString('base64');
}

/** Whether a file has this content, by its hash; null: the platform returned no hash. */
export function hasContent(file: State, base64: string): boolean | null {
  const hash = file['content_sha256'];
  if (typeof hash !== 'string') return null;
  return hash === createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
}

/** The content in the encoding of the request, for comparison; undefined: the request sends text and this is binary. */
export function comparableContent(base64: unknown, encoding: unknown): unknown {
  if (typeof base64 !== 'string' || encoding === 'base64') return base64;
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
