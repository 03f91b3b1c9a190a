import { createHash } from 'node:crypto';
import { files as api } from '#main/api/endpoints/files.ts';
import type { UnshownValue } from '#shared/contract/changes.ts';
import { stagedOf } from '../staged/staged-values.ts';
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

/**
 * The content that a write sends. `base64` null: it is a staged file, of which only the hash is known. `sha256` null: the
 * hash is not known either.
 */
export interface SentContent {
  base64: string | null;
  sha256: string | null;
}

/** The `content` of a body or of one action. Without `content`: an empty text. */
export function sentContent({ content, encoding }: { content?: unknown; encoding?: unknown } = {}): SentContent {
  const staged = stagedOf(content);
  if (staged !== null) return { base64: null, sha256: staged.sha256 ?? null };
  const base64 = toBase64(typeof content === 'string' ? content : '', encoding);
  return { base64, sha256: sha256Of(base64) };
}

/** Whether a file has this content, compared by hash; null: not known. */
export function hasContent(file: State, { sha256 }: SentContent): boolean | null {
  const hash = file['content_sha256'];
  return typeof hash !== 'string' || sha256 === null ? null : hash === sha256;
}

/** Whether this previous content, in Base64, equals the sent content. */
export function isSentContent(former: string, { base64, sha256 }: SentContent): boolean {
  return base64 === null ? sha256Of(former) === sha256 : former === base64;
}

const sha256Of = (base64: string): string => createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');

/**
 * The content of a file in the form of the request, for comparison; undefined: the request sends text and this is binary.
 * If the request sends a staged file with the same hash, the result is the reference to that file.
 */
export function comparableContent(
  file: State,
  { content, encoding }: { content?: unknown; encoding?: unknown } = {},
): unknown {
  const base64 = file['content'];
  if (stagedOf(content) !== null && hasContent(file, sentContent({ content })) === true) return content;
  if (typeof base64 !== 'string' || encoding === 'base64') return base64;
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/** Why `comparableContent` has no content although the file exists, for the field `content`. */
export function unshownContent(file: State, body?: State): Readonly<Record<string, UnshownValue>> {
  const sizeBytes = Number(file['size']);
  if (!Number.isInteger(sizeBytes) || comparableContent(file, body) !== undefined) return {};
  const isRead = typeof file['content'] === 'string';
  const why = isRead ? 'not-text' : sizeBytes > maxKeptBytes ? 'too-large' : 'not-read';
  return { content: { why, sizeBytes } };
}
