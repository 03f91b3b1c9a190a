import type { FileAt, OpenedFile } from '#shared/contract/repository-files.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';

/** Longer texts are not edited: an undo keeps previous contents of up to this size. */
export const mostEditedBytes = 1_000_000;

/** A file as the platform reported it at a ref. */
export interface FileVersion {
  ref: string;
  /** With its byte order mark; null: it can't be edited as text, see `whyNoText`. */
  text: string | null;
  blobId: string;
  sizeBytes: number;
  isExecutable: boolean | null;
  isLfs: boolean;
  contentSha256: string | null;
  lastCommitId: string | null;
  lastCommit: OpenedFile['lastCommit'];
}

export type WhyNoText = 'not-stored' | 'binary' | 'encoding' | 'damaged' | 'large';

/** The version in an opened file; null: the file was not found at the ref, or was never requested. */
export function versionOf(ref: string, { file, content, lastCommit }: OpenedFile): FileVersion | null {
  if (file === null || !file.found || file.facts === null) return null;
  const { blobId, sizeBytes, isExecutable, lfs, contentSha256, lastCommitId } = file.facts;
  const text = whyNoText(content, sizeBytes) === null && content.kind === 'text' ? content.text : null;
  return {
    ...{ ref, blobId, sizeBytes, isExecutable, contentSha256, lastCommitId, lastCommit },
    text: text === null ? null : withMark(text, sizeBytes),
    isLfs: lfs !== null,
  };
}

/** Why a content can't be edited as text; null: it can. */
export function whyNoText(content: OpenedFile['content'], sizeBytes: number): WhyNoText | null {
  if (content.kind === 'none') return 'not-stored';
  if (content.kind === 'damaged') return 'damaged';
  if (content.kind !== 'text') return 'binary';
  if (content.isCut || sizeBytes > mostEditedBytes) return 'large';
  if (content.encoding !== 'utf-8') return 'encoding';
  // Decoding has replaced invalid bytes, so sending the text would change the file
  return bytesOf(withMark(content.text, sizeBytes)) === sizeBytes ? null : 'encoding';
}

const mark = '\ufeff';
const markBytes = 3;

/** The text with the byte order mark that decoding has removed. `sizeBytes`: of the file. */
export function withMark(text: string, sizeBytes: number): string {
  return bytesOf(text) + markBytes === sizeBytes ? mark + text : text;
}

/** The size of a text in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * Ask the platform for the file. `absent`: it is not at the ref. `no-ref`: the ref does not exist. Fails: as the request
 * does.
 */
export async function readVersion({ client }: Session, at: FileAt): Promise<FileVersion | 'absent' | 'no-ref'> {
  const { result } = await client.repositoryFiles.check(at);
  if (result === 'absent' || result === 'no-ref') return result;
  return versionOf(at.ref, await client.repositoryFiles.open({ ...at, of: 'file' })) ?? 'absent';
}

/** The paths of the known submodules at a ref; none if they can't be read, because the platform checks a path itself. */
export async function submodulePaths(
  { client }: Session,
  at: { scope: Scope; ref: string },
): Promise<readonly string[]> {
  try {
    const { rows } = await client.repositoryFiles.submodules(at);
    return rows.map(({ path }) => path);
  } catch {
    return [];
  }
}
