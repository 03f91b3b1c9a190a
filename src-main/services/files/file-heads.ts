import { files as api } from '#main/api/endpoints/files.ts';
import type { FileMetadata } from '#shared/contract/files.ts';
import type { FileHead } from '#shared/contract/repository-files.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';
import { headOf, missingPart, requestOf } from './file-store.ts';

type Sending = Pick<Instance, 'send'>;
type Metadata = Pick<FileMetadata, 'last_commit_id' | 'execute_filemode'> & {
  blob_id?: string | null | undefined;
  size?: number | null | undefined;
};

/** Maximum number of requests at the same time. */
const atOnce = 4;

/**
 * The metadata of files at a ref, in the order of the paths. `isRefFound`: false if the ref was not found.
 * Fails: as the sender does, and also if the project returns 404.
 */
export async function fileHeads(
  instance: Sending,
  { scope, ref, paths }: { scope: Scope; ref: string; paths: readonly string[] },
  signal: AbortSignal,
): Promise<{ isRefFound: boolean; files: FileHead[] }> {
  const files: FileHead[] = [];
  for (let from = 0; from < paths.length; from += atOnce) {
    const part = paths.slice(from, from + atOnce);
    files.push(...(await Promise.all(part.map((path) => headAt(instance, { scope, ref, path }, signal)))));
  }
  // A HEAD reply has no body, so a 404 does not show whether the file or the ref was not found
  const isNothingFound = files.every(({ found }) => !found);
  const isRefFound = !isNothingFound || (await hasRef(instance, { scope, ref, path: paths[0] ?? '' }, signal));
  return { isRefFound, files };
}

type At = Parameters<typeof requestOf>[0];

async function headAt({ send }: Sending, at: At, signal: AbortSignal): Promise<FileHead> {
  const head = await headOf(send(api.metadata, requestOf(at), signal));
  if (head === 'not-found') return headFrom(at.path, null);
  return headFrom(at.path, head ?? (await send(api.get, requestOf(at), signal)));
}

async function hasRef({ send }: Sending, at: At, signal: AbortSignal): Promise<boolean> {
  try {
    await send(api.get, requestOf(at), signal);
    return true;
  } catch (thrown) {
    const missing = missingPart(thrown);
    if (missing === null) throw thrown;
    return missing === 'file';
  }
}

function headFrom(path: string, meta: Metadata | null): FileHead {
  return {
    path,
    found: meta !== null,
    blobId: meta?.blob_id ?? null,
    sizeBytes: meta?.size ?? null,
    lastCommitId: meta?.last_commit_id ?? null,
    isExecutable: meta?.execute_filemode ?? null,
  };
}
