import { createHash } from 'node:crypto';
import { files as api } from '#main/api/endpoints/files.ts';
import type { InputOf, Send } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import type { Blobs, BlobUse } from '#main/state/blobs/blobs.ts';
import type { FileFacts, FileStateTable } from '#main/state/repository/file-states.ts';
import type { FileMetadata, RepositoryFile } from '#shared/contract/files.ts';
import type { CheckResult } from '#shared/contract/repository-files.ts';
import { projectRefOf, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { kilobytes, megabytes } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';
import { readLfsPointer, largestPointerBytes } from './lfs-pointer.ts';
import { readBlob } from './stored-bytes.ts';

/** Larger files are not downloaded. */
export const largestFileBytes = megabytes(200);
/** Larger files are streamed as raw bytes instead of Base64 in JSON. */
const largestJsonBytes = kilobytes(512);
/** How often a file that changes between two requests is requested again. */
const mostTries = 3;

type Reading = Pick<Instance, 'profile' | 'send'>;

/** A file at a ref. `path`: as the platform spells it, never used as a path on this computer. */
export interface FileAddress {
  scope: Scope;
  ref: string;
  path: string;
}

/** `bytes`: downloaded. */
export interface FileCheck {
  result: CheckResult;
  bytes: number;
}

export interface FileTables {
  blobs: Blobs;
  states: FileStateTable;
  clock: Clock;
}

/** The kind of the uses of contents of files in `blobs.db`, which is stored. */
export const contentKind = 'files';

/** The use of the content of a Git blob. The ID identifies the content, so all projects of a profile share it. */
export const contentUse = (profileId: string, blobId: string): BlobUse => ({
  profileId,
  kind: contentKind,
  key: blobId,
});
/** The use of a content in Git LFS. */
export const lfsUse = (profileId: string, oid: string): BlobUse => ({ profileId, kind: 'files-lfs', key: oid });

/**
 * Downloads repository files into `blobs.db`. A HEAD comes first: if the blob is stored, nothing is downloaded. Each
 * content is compared with the size and the hash that the platform reports (document 1:58, 1:140 to 1:143).
 */
export function fileStore({ blobs, states, clock }: FileTables) {
  /**
   * Fails: `invalid`/`file-damaged` if the content differs from what was reported; `invalid`/`storage-limit`; otherwise as
   * the sender does, also for a 404 of the project.
   */
  async function check(
    instance: Reading,
    at: FileAddress,
    signal: AbortSignal,
    mostBytes = largestFileBytes,
  ): Promise<FileCheck> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await checkOnce(instance, at, signal, mostBytes);
      } catch (thrown) {
        if (thrown !== changedMeanwhile || tries >= mostTries) throw thrown;
      }
    }
  }

  async function checkOnce(
    instance: Reading,
    at: FileAddress,
    signal: AbortSignal,
    mostBytes: number,
  ): Promise<FileCheck> {
    const { profile, send } = instance;
    const request = requestOf(at);
    const head = await headOf(send(api.metadata, request, signal));
    if (head === 'not-found') return notFound(instance, at, signal);
    const blobId = head?.blob_id;
    const before = states.get(profile.id, at.scope, at.ref, at.path);
    if (head !== null && blobId !== undefined) {
      const isStored = await isWhole(contentUse(profile.id, blobId));
      const lfs = isStored ? await lfsOf(profile.id, blobId, head.size, before?.facts ?? null) : null;
      if (isStored || head.size > mostBytes) {
        put(profile.id, at, { ...factsOf(head, blobId), lfs });
        return { result: isStored ? 'unchanged' : 'too-large', bytes: 0 };
      }
    }
    if (head === null || head.size <= largestJsonBytes) {
      return keepJson(profile.id, at, await send(api.get, request, signal), head);
    }
    return keepRaw(instance, at, head, signal);
  }

  /** The content of a reply in JSON. */
  async function keepJson(
    profileId: string,
    at: FileAddress,
    file: RepositoryFile,
    head: FileMetadata | null,
  ): Promise<FileCheck> {
    const bytes = Buffer.from(file.content, file.encoding === 'text' ? 'utf8' : 'base64');
    const blobId = file.blob_id ?? head?.blob_id;
    if (blobId === undefined) throw new Failure('remote', 'a file without its blob', { reason: 'unreadable-reply' });
    const meta = { ...head, ...file, size: file.size ?? bytes.length };
    await blobs.put([bytes], contentUse(profileId, blobId), clock.now(), {
      sizeBytes: meta.size,
      sha256: file.content_sha256 ?? sha256Of(bytes),
    });
    put(profileId, at, { ...factsOf(meta, blobId), lfs: readLfsPointer(bytes) });
    return { result: 'stored', bytes: bytes.length };
  }

  /** The content as a stream of bytes. */
  async function keepRaw({ profile, send }: Reading, at: FileAddress, head: FileMetadata, signal: AbortSignal) {
    const { blob_id: blobId, size } = head;
    const use = contentUse(profile.id, blobId);
    const expected = { sizeBytes: size, sha256: head.content_sha256 ?? null };
    try {
      await download(send, requestOf(at), use, expected, signal);
    } catch (thrown) {
      const { reason } = Failure.from(thrown);
      if (reason !== 'file-damaged' && reason !== 'too-large') throw thrown;
      const now = await send(api.metadata, requestOf(at), signal);
      throw now.blob_id === blobId ? damaged(thrown) : changedMeanwhile;
    }
    put(profile.id, at, { ...factsOf(head, blobId), lfs: null });
    return { result: 'stored' as const, bytes: size };
  }

  async function download(
    send: Send,
    request: InputOf<typeof api.raw>,
    use: BlobUse,
    { sizeBytes, sha256 }: { sizeBytes: number; sha256: string | null },
    signal: AbortSignal,
  ): Promise<void> {
    const receive = async (into: WritableStream<Uint8Array>) => {
      const saved = await send.bytes(api.raw, request, { into, mostBytes: sizeBytes }, signal);
      return { sizeBytes, sha256: sha256 ?? saved.sha256 };
    };
    await blobs.receive(() => use, clock, receive);
  }

  /**
   * What a 404 of a HEAD means. A HEAD has no message, so the file is requested to see whether the file, its ref or the
   * project was not found.
   */
  async function notFound(instance: Reading, at: FileAddress, signal: AbortSignal): Promise<FileCheck> {
    const { profile, send } = instance;
    try {
      return await keepJson(profile.id, at, await send(api.get, requestOf(at), signal), null);
    } catch (thrown) {
      const missing = missingPart(thrown);
      if (missing === null) throw thrown;
      if (missing === 'ref') return { result: 'no-ref', bytes: 0 };
      states.putAbsent(profile.id, at.scope, at.ref, at.path, clock.now());
      return { result: 'absent', bytes: 0 };
    }
  }

  /** Store what was reported, and release the content that no ref uses any more. */
  function put(profileId: string, { scope, ref, path }: FileAddress, facts: FileFacts): void {
    const before = states.get(profileId, scope, ref, path)?.facts ?? null;
    states.put(profileId, scope, ref, path, facts, clock.now());
    if (before !== null && before.blobId !== facts.blobId && !states.usesBlob(profileId, before.blobId)) {
      blobs.release(contentUse(profileId, before.blobId));
    }
    const oid = before?.lfs?.oid;
    if (oid !== undefined && oid !== facts.lfs?.oid && !states.usesLfs(profileId, oid)) {
      blobs.release(lfsUse(profileId, oid));
    }
  }

  /** The pointer in a stored content, which was read when the content was stored at this or another ref. */
  async function lfsOf(profileId: string, blobId: string, sizeBytes: number, before: FileFacts | null) {
    if (before?.blobId === blobId) return before.lfs;
    const blob = sizeBytes > largestPointerBytes ? null : blobs.get(contentUse(profileId, blobId));
    return blob && readLfsPointer(await readBlob(blobs, blob, clock.now()));
  }

  /** Whether a content is stored without damage. A damaged one is downloaded again. */
  async function isWhole(use: BlobUse): Promise<boolean> {
    const blob = blobs.get(use);
    return blob !== null && (await blobs.isWhole(blob.sha256, clock.now()));
  }

  /** Download the content that the stored pointer names. Its ID is the SHA-256 of the content. */
  async function checkLfs(
    { profile, send }: Reading,
    at: FileAddress,
    signal: AbortSignal,
    mostBytes = largestFileBytes,
  ): Promise<FileCheck> {
    const lfs = states.get(profile.id, at.scope, at.ref, at.path)?.facts?.lfs ?? null;
    if (lfs === null) throw new Failure('invalid', 'not a file in Git LFS', { field: 'path' });
    const use = lfsUse(profile.id, lfs.oid);
    if (await isWhole(use)) return { result: 'unchanged', bytes: 0 };
    if (lfs.sizeBytes > mostBytes) return { result: 'too-large', bytes: 0 };
    const { path, query } = requestOf(at);
    try {
      const expected = { sizeBytes: lfs.sizeBytes, sha256: lfs.oid };
      await download(send, { path, query: { ...query, lfs: true } }, use, expected, signal);
    } catch (thrown) {
      throw Failure.from(thrown).reason === 'too-large' ? damaged(thrown) : thrown;
    }
    return { result: 'stored', bytes: lfs.sizeBytes };
  }

  return { check, checkLfs };
}
export type FileStore = ReturnType<typeof fileStore>;

/** The file changed between the HEAD and the download. */
const changedMeanwhile = new Failure('conflict', 'the file changed during the download');

/** The path and query of the requests for a file. Fails: `invalid` for another place than a project. */
export function requestOf({ scope, ref, path }: FileAddress) {
  return { path: { id: projectRefOf(scope), file_path: path }, query: { ref } };
}

/** What was not found by the GET of a file; null: another failure, or the project was not found. */
export function missingPart(thrown: unknown): 'ref' | 'file' | null {
  const { status, reportedMessage } = Failure.from(thrown);
  const message = reportedMessage ?? '';
  if (status !== 404 || /project/i.test(message)) return null;
  return /commit|branch|tag|tree|ref/i.test(message) ? 'ref' : 'file';
}

/** The metadata; null: the reply lacks them, because some servers drop headers that they don't know. */
export async function headOf(reply: Promise<FileMetadata>): Promise<FileMetadata | 'not-found' | null> {
  try {
    return await reply;
  } catch (thrown) {
    const { status, reason } = Failure.from(thrown);
    if (reason === 'unreadable-reply') return null;
    if (status === 404) return 'not-found';
    throw thrown;
  }
}

/** The fields of a reply without its blob. */
type Metadata = Pick<
  FileMetadata,
  | 'size'
  | 'commit_id'
  | 'last_commit_id'
  | 'content_sha256'
  | 'execute_filemode'
  | 'file_name'
  | 'file_path'
  | 'ref'
  | 'encoding'
>;

function factsOf(meta: Metadata, blobId: string): Omit<FileFacts, 'lfs'> {
  return {
    blobId,
    sizeBytes: meta.size,
    commitId: meta.commit_id ?? null,
    lastCommitId: meta.last_commit_id ?? null,
    contentSha256: meta.content_sha256 ?? null,
    isExecutable: meta.execute_filemode ?? null,
    fileName: meta.file_name ?? null,
    filePath: meta.file_path ?? null,
    ref: meta.ref ?? null,
    encoding: meta.encoding ?? null,
  };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const damaged = (cause: unknown): Failure =>
  new Failure('invalid', 'the content differs from the size and hash that the platform reported', {
    reason: 'file-damaged',
    cause,
  });
