import type { FileAt, OpenedFile } from '#shared/contract/repository-files.ts';
import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { withMark } from '../project/files/file-version.ts';

/** Larger files are not downloaded to be compared or edited. */
const mostTextBytes = megabytes(5);

/** A file at the start of a commit. A field is null if it is not known. */
export interface ActionFile {
  path: string;
  /** False: the platform returned 404. Null: never requested. */
  found: boolean | null;
  blobId: string | null;
  lastCommitId: string | null;
  sizeBytes: number | null;
  isExecutable: boolean | null;
  /** Null: it can't be shown as a text, see `whyNoText`. */
  text: string | null;
  whyNoText: 'binary' | 'large' | 'not-stored' | null;
  encoding: 'utf-8' | 'utf-16' | 'windows-1252' | null;
  /** The file begins with a byte order mark, which `text` doesn't contain. */
  hasByteOrderMark: boolean;
  lastCommit: OpenedFile['lastCommit'];
}

/**
 * Read a file: from the platform if it can be reached, otherwise what is stored.
 * Fails: `missing` with the field `ref` if the branch, tag or commit was not found; otherwise as the platform refuses.
 */
export async function readActionFile({ client }: Session, at: FileAt, isReachable: boolean): Promise<ActionFile> {
  const { repositoryFiles } = client;
  if (isReachable) {
    const { result } = await repositoryFiles.check({ ...at, mostBytes: mostTextBytes });
    if (result === 'no-ref') throw refMissing(at.ref);
  }
  return fileFrom(at.path, await repositoryFiles.open(at));
}

/** Whether a path exists; null: it is not known. Fails: as `readActionFile`. */
export async function isPathTaken(
  { client }: Session,
  { path, ...at }: FileAt,
  isReachable: boolean,
): Promise<boolean | null> {
  const { repositoryFiles } = client;
  if (!isReachable) return (await repositoryFiles.open({ ...at, path })).file?.found ?? null;
  const { isRefFound, files } = await repositoryFiles.heads({ ...at, paths: [path] });
  if (!isRefFound) throw refMissing(at.ref);
  return files[0]?.found ?? null;
}

const refMissing = (ref: string): Failure =>
  new Failure('missing', `no branch, tag or commit ${ref}`, { field: 'ref', status: 404 });

function fileFrom(path: string, { file, content, lastCommit }: OpenedFile): ActionFile {
  const facts = file?.found === false ? null : (file?.facts ?? null);
  const text = facts !== null && content.kind === 'text' && !content.isCut ? content.text : null;
  const encoding = content.kind === 'text' ? content.encoding : null;
  const sizeBytes = facts?.sizeBytes ?? null;
  return {
    path,
    found: file?.found ?? null,
    blobId: facts?.blobId ?? null,
    lastCommitId: facts?.lastCommitId ?? null,
    sizeBytes,
    isExecutable: facts?.isExecutable ?? null,
    text,
    whyNoText: text === null ? whyNoText(content, sizeBytes) : null,
    encoding,
    hasByteOrderMark: text !== null && encoding === 'utf-8' && withMark(text, sizeBytes ?? 0) !== text,
    lastCommit,
  };
}

function whyNoText(content: OpenedFile['content'], sizeBytes: number | null): ActionFile['whyNoText'] {
  if (content.kind === 'image' || content.kind === 'binary') return 'binary';
  return content.kind === 'text' || (sizeBytes ?? 0) > mostTextBytes ? 'large' : 'not-stored';
}
