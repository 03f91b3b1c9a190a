import type { Scope } from '#shared/contract/scope.ts';
import type { Snippet } from '#shared/contract/snippets.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { freshRow } from '../../lists/collection-detail.svelte.ts';
import { withMark } from '../files/file-version.ts';

/** Why the content of a file can't be edited: this API doesn't return it, it is not text, too large, or missing. */
export type UnreadReason = 'not-in-api' | 'not-text' | 'too-large' | 'no-space' | 'missing';

/** A file of a snippet. `text` null: its whole content could not be read. */
export interface SnippetText {
  path: string;
  text: string | null;
  why: UnreadReason | null;
}

/** A snippet as it is on the instance now, with the contents of its files. */
export interface WholeSnippet {
  snippet: Snippet;
  files: SnippetText[];
}

/**
 * The snippet and the texts of all its files, requested now. Fails: as a request does; a file that can't be read or
 * edited has a reason instead.
 */
export async function wholeSnippet(session: Session, scope: Scope, id: number): Promise<WholeSnippet> {
  const snippet = await snippetNow(session, scope, id);
  const paths = snippet.files?.map(({ path }) => path) ?? [snippet.file_name ?? ''];
  const files = await Promise.all(
    paths.map(async (path, at) =>
      scope !== '' && at > 0 ? unread(path, 'not-in-api') : await textAt(session, scope, id, path, at === 0),
    ),
  );
  return { snippet, files };
}

/** The snippet as it is on the instance now. Fails: as a request does; `missing` if it is not there. */
export async function snippetNow(session: Session, scope: Scope, id: number): Promise<Snippet> {
  const snippet = await freshRow(session, 'snippets', { scope, id, maxAgeMs: 0 });
  if (snippet === null) throw new Failure('missing', 'the snippet is not cached');
  return snippet;
}

const unread = (path: string, why: UnreadReason): SnippetText => ({ path, text: null, why });

async function textAt({ client }: Session, scope: Scope, id: number, path: string, isFirst: boolean) {
  const address = { scope, id, path: isFirst ? null : path };
  try {
    await client.snippetFiles.refresh({ ...address, maxAgeMs: 0 });
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (failure.reason === 'too-large') return unread(path, 'too-large');
    if (failure.reason === 'storage-limit') return unread(path, 'no-space');
    if (failure.code === 'missing') return unread(path, 'missing');
    throw failure;
  }
  const content = await client.snippetFiles.content(address);
  if (content.state === 'not-stored') return unread(path, 'missing');
  if (content.isCut) return unread(path, 'too-large');
  // The replacement character marks bytes that are not valid UTF-8. Saving the text would overwrite these bytes
  if (content.text === null || content.text.includes('\uFFFD')) return unread(path, 'not-text');
  return { path, text: withMark(content.text, content.sizeBytes), why: null };
}
