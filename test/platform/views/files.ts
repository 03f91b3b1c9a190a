import { createHash } from 'node:crypto';
import { MODE } from '../world/git/git-objects.ts';

export interface FileState {
  path: string;
  /** As sent by the caller. */
  ref: string;
  blobId: string;
  mode: string;
  commitId: string;
  lastCommitId: string;
  content: Buffer;
}

/** A file without its content (document 1, Repository file). */
function fileFacts({ path, ref, blobId, mode, commitId, lastCommitId, content }: FileState) {
  return {
    file_name: path.split('/').at(-1) ?? '',
    file_path: path,
    size: content.length,
    encoding: 'base64',
    content_sha256: createHash('sha256').update(content).digest('hex'),
    ref,
    blob_id: blobId,
    commit_id: commitId,
    last_commit_id: lastCommitId,
    execute_filemode: mode === MODE.executable,
  };
}

export const fileView = (file: FileState) => ({ ...fileFacts(file), content: file.content.toString('base64') });

/** The same fields as headers (document 1:141). Names are encoded in UTF-8. */
export function fileHeaders(file: FileState): Record<string, string> {
  const named = Object.entries(fileFacts(file)).map(([field, value]) => {
    const words = field.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    return [`X-Service-${words.join('-')}`, headerText(String(value))];
  });
  return Object.fromEntries(named) as Record<string, string>;
}

const headerText = (text: string) =>
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  Buffer.from(text.replace(/[\x00-\x1f\x7f]/g, ' ')).toString('latin1');
