import { stagedPartBytes } from '#shared/contract/window.constant.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/**
 * A file that the core keeps until its plan has ended. In the body of a write, it replaces a part of a form, or the
 * `content` of a file with `encoding: 'base64'`.
 */
export interface StagedFile {
  staged: string;
  sizeBytes: number;
  fileName: string;
  type?: string;
}

interface StagingOptions {
  /** Called after each part with the share that the core has, from 0 to 1. */
  onprogress?: ((share: number) => void) | undefined;
  /** Stops the staging. What the core has received is deleted. */
  signal?: AbortSignal | undefined;
}

/**
 * Send a chosen file to the core in parts. Nothing is sent to the platform.
 * Fails: `invalid`/`file-unreadable` if it was changed or moved, or is a folder; `invalid`/`disk-full`; `aborted`.
 */
export async function stageFile(
  { client }: Session,
  file: File,
  { onprogress, signal }: StagingOptions = {},
): Promise<StagedFile> {
  let key: string | null = null;
  try {
    for (let from = 0; ; from += stagedPartBytes) {
      signal?.throwIfAborted();
      const part = await base64Of(file.slice(from, from + stagedPartBytes));
      const isLast = from + stagedPartBytes >= file.size;
      const added: { key: string; sizeBytes: number } = await client.stagedFiles.add({ key, part, isLast }, signal);
      key = added.key;
      onprogress?.(isLast ? 1 : added.sizeBytes / file.size);
      if (isLast) return { staged: key, sizeBytes: added.sizeBytes, fileName: file.name, ...typeOf(file) };
    }
  } catch (thrown) {
    if (key !== null) dropStagedFile({ client }, key);
    throw Failure.from(thrown);
  }
}

/**
 * Stage several files, one after the other. `onprogress`: called with the index of the file and its share. If one can't be
 * read, those before it are dropped. Fails: as `stageFile`.
 */
export async function stageFiles(
  session: Session,
  files: readonly File[],
  { onprogress, signal }: { onprogress?: (index: number, share: number) => void; signal?: AbortSignal } = {},
): Promise<StagedFile[]> {
  const staged: StagedFile[] = [];
  try {
    for (const [index, file] of files.entries()) {
      onprogress?.(index, 0);
      staged.push(await stageFile(session, file, { onprogress: (share) => onprogress?.(index, share), signal }));
    }
    return staged;
  } catch (thrown) {
    for (const { staged: key } of staged) dropStagedFile(session, key);
    throw thrown;
  }
}

/** Delete a staged file that no plan will use. A failure is ignored, because the core deletes it after a day. */
export function dropStagedFile({ client }: Pick<Session, 'client'>, staged: string): void {
  client.stagedFiles.drop({ key: staged }).catch(() => undefined);
}

/** The media type, if a form can contain it. */
function typeOf({ type }: File): { type?: string } {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? { type } : {};
}

async function base64Of(part: Blob): Promise<string> {
  if (part.size === 0) return '';
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () =>
      reject(new Failure('invalid', String(reader.error), { reason: 'file-unreadable', field: 'file' }));
    reader.readAsDataURL(part);
  });
  return address.slice(address.indexOf(',') + 1);
}
