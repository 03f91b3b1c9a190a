import { personalSnippets, projectSnippets } from '#main/api/endpoints/snippets.ts';
import type { DownloadOptions, SavedFile, Send } from '#main/api/types.ts';
import type { BlobUse, StoredBlob } from '#main/state/blobs/blobs.ts';
import type { SnippetFileFacts } from '#main/state/blobs/snippet-files.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { mostSnippetBytes, type SnippetFileAddress, type StoredSnippet } from '#shared/contract/snippet-files.ts';
import type { Snippet } from '#shared/contract/snippets.ts';
import { Failure } from '#shared/errors.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';
import { putDetail } from '../lists/list-details.ts';
import { refOf, sourceOf } from '../lists/list-sources.ts';

/** The kind of a use of `blobs.db`, which is stored. */
export const snippetsKind = 'snippet-files';
const kind = snippetsKind;
/** More files of one snippet are not stored. */
const mostFiles = 100;
/**
 * The API does not return the name of a snippet's default branch (document 2:55), and `HEAD` is the default branch of any
 * repository.
 */
const ref = 'HEAD';

/** The snippet that the key of a stored file contains; null: the key contains none. */
export function snippetOfKey(key: string): { scope: Scope; id: number } | null {
  const found = /^(.*?)\/(\d+)\//su.exec(key);
  return found === null ? null : { scope: found[1] ?? '', id: Number(found[2]) };
}

type Place = Pick<Instance, 'profile' | 'reader' | 'scopeOf' | 'send' | 'store'>;

/** The contents of snippets in `blobs.db`. */
export function snippetContents({ state, clock, emitTo }: Pick<AppContext, 'state' | 'clock' | 'emitTo'>) {
  const { blobs, snippetFiles: files } = state;
  let revision = 0;

  async function snippetOf({ reader }: Place, { scope, id }: { scope: Scope; id: number }, signal: AbortSignal) {
    return reader.lists('snippets').detail({ scope, id }, signal);
  }

  /** The first file has no path in its key, so that it is found before the names of the files are known. */
  function useOf(instance: Place, { scope, id, path }: SnippetFileAddress, snippet: Snippet | null): BlobUse {
    const own = path === null || path === firstPathOf(snippet) ? '' : path;
    return { profileId: instance.profile.id, kind, key: `${instance.scopeOf(scope)}/${id}/${own}` };
  }

  /** The stored file; null: not stored. `isOutdated`: the snippet changed since the file was fetched. */
  async function find(instance: Place, address: SnippetFileAddress, signal: AbortSignal) {
    const snippet = (await snippetOf(instance, address, signal))?.row ?? null;
    const use = useOf(instance, address, snippet);
    const blob = blobs.get(use);
    const facts = blob === null ? null : files.get(use);
    return blob === null || facts === null
      ? null
      : { ...blob, ...facts, snippet, isOutdated: snippet !== null && facts.version !== versionOf(snippet) };
  }

  /** Request a file and store it. Fails: `remote`/`too-large`; `invalid`/`storage-limit`; as the sender does. */
  async function fetch(instance: Place, address: SnippetFileAddress, signal: AbortSignal): Promise<SnippetFileFacts> {
    const snippet = (await snippetOf(instance, address, signal))?.row ?? null;
    const use = useOf(instance, address, snippet);
    const path = address.path === firstPathOf(snippet) ? null : address.path;
    await blobs.receive(
      () => use,
      clock,
      (into) => download(instance.send, { ...address, path }, { into, mostBytes: mostSnippetBytes }, signal),
    );
    const facts = { version: versionOf(snippet), fetchedAt: clock.now() };
    files.put(use, facts);
    emitTo(use.profileId)('snippetFiles', 'changed', { revision: (revision += 1) });
    return facts;
  }

  /** The snippet with its list of files, from the cache if its details are there. */
  async function withFiles(instance: Place, scope: Scope, id: number, signal: AbortSignal): Promise<Snippet> {
    const cached = await snippetOf(instance, { scope, id }, signal);
    if (cached !== null && cached.detailFetchedAt !== null) return cached.row;
    const source = sourceOf('snippets');
    if (source.read === undefined) throw new Failure('bug', 'snippets cannot be requested alone');
    const reading = { send: instance.send, scope, ref: refOf(source, scope), signal };
    const record = await source.read(reading, id, cached?.row ?? null);
    await putDetail(instance.store, source, { scope, id }, record, clock.now());
    return record as Snippet;
  }

  /**
   * Store the content of one snippet, for reading it offline. Files that are stored and current are not requested again.
   * Fails: as the sender does if the snippet itself cannot be read, or without a connection.
   */
  async function store(instance: Place, scope: Scope, id: number, signal: AbortSignal): Promise<StoredSnippet> {
    const { files: all } = await withFiles(instance, scope, id, signal);
    const others = (all ?? []).slice(1, mostFiles).map(({ path }) => path);
    const isPersonal = scope === '';
    const refused: StoredSnippet['refused'] = [];
    let bytes = 0;
    for (const path of [null, ...(isPersonal ? others : [])]) {
      const address = { scope, id, path };
      try {
        const known = await find(instance, address, signal);
        if (known === null || known.isOutdated) await fetch(instance, address, signal);
        bytes += ((await find(instance, address, signal)) ?? nothing).sizeBytes;
      } catch (thrown) {
        const { code, reason } = Failure.from(thrown);
        if (code === 'aborted' || code === 'offline' || code === 'throttled' || code === 'bug') throw thrown;
        refused.push({ path: path ?? all?.[0]?.path ?? '', reason: reason ?? code });
      }
    }
    const isWhole = refused.length === 0;
    const state = isWhole ? 'stored' : refused.length > (isPersonal ? others.length : 0) ? 'refused' : 'partly';
    return { state, bytes, refused, notInApi: isPersonal ? 0 : others.length };
  }

  /** Whether the stored files of a snippet are kept when space is needed. `scope`: as in the cache. */
  function pin(profileId: string, scope: Scope, id: number, isPinned: boolean): void {
    blobs.pinBelow({ profileId, kind, key: `${scope}/${id}/` }, isPinned);
  }

  return { find, fetch, store, pin };
}
export type SnippetContents = ReturnType<typeof snippetContents>;

const nothing: StoredBlob = { sha256: '', sizeBytes: 0 };

export const firstPathOf = (snippet: Snippet | null): string | null =>
  snippet?.files?.[0]?.path ?? snippet?.file_name ?? null;
const versionOf = (snippet: Snippet | null): string | null => snippet?.updated_at ?? null;

/** Fails: `invalid` for another file than the first one of a project's snippet, which no request returns. */
function download(
  send: Send,
  { scope, id, path }: SnippetFileAddress,
  to: DownloadOptions,
  signal: AbortSignal,
): Promise<SavedFile> {
  if (scope !== '') {
    if (path !== null) throw new Failure('invalid', 'this API returns only the first file of a snippet of a project');
    return send.bytes(projectSnippets.raw, { path: { id: readScope(scope)?.ref ?? '', snippet_id: id } }, to, signal);
  }
  if (path === null) return send.bytes(personalSnippets.raw, { path: { id } }, to, signal);
  return send.bytes(personalSnippets.rawFile, { path: { id, ref, file_path: path } }, to, signal);
}
