import { safeFileName } from '#main/api/client/wire/file-name.ts';
import type { StoredBlob } from '#main/state/blobs/blobs.ts';
import { mostPaths } from '#main/state/repository/known-paths.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { pathSources as sourceNames, type FileContent } from '#shared/contract/repository-files.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { AppContext } from '../app-context.ts';
import { pathOf } from '../catalogue/path-of.ts';
import { saveFile } from '../exports/file-exports.ts';
import type { Instance } from '../instances/instance.ts';
import type { blames } from './blame.ts';
import { headRef, otherNameOf } from './default-branch.ts';
import { contentOf } from './file-content.ts';
import { fileHeads } from './file-heads.ts';
import { enteredPath } from './file-path.ts';
import { contentUse, lfsUse, type FileAddress, type FileCheck, type FileStore } from './file-store.ts';
import { gitmodulesPath } from './gitmodules.ts';
import { fetchLastCommit } from './last-commit.ts';
import { isOnlyArtifact, isSubmodulePath, type pathSources } from './path-sources.ts';
import { projectOfSubmodule } from './submodule-project.ts';
import { treeRows, type TreeFile } from './path-tree.ts';
import { wholeList } from '#shared/contract/collection.ts';

interface Needs extends Pick<AppContext, 'state' | 'fileExports' | 'downloads' | 'clock'> {
  open: () => Instance;
  files: FileStore;
  sources: ReturnType<typeof pathSources>;
  blame: ReturnType<typeof blames>;
  placeOf: (instance: Instance, scope: Scope) => Scope;
  check: (instance: Instance, at: FileAddress, signal: AbortSignal, mostBytes?: number) => Promise<FileCheck>;
  publish: (profileId: string, scope: Scope, path?: string) => void;
}

/** The most branches that a window gets; it can use any other name too. */
const mostBranches = 200;

/** The verbs with which a window reads files. Every content that it gets was stored and compared with its hash. */
export function fileViews(needs: Needs) {
  const { open, state: tables, sources, blame, placeOf, publish, clock } = needs;
  const { blobs, fileStates: states, knownPaths: paths, catalogue } = tables;
  const here = <A extends { scope: Scope }>(at: A): A => ({ ...at, scope: placeOf(open(), at.scope) });
  const profileId = (): string => open().profile.id;

  /**
   * Where a file is stored: `HEAD` and the default branch are one ref, but each is stored under the name at which it was
   * checked.
   */
  async function storedAt(at: FileAddress, signal: AbortSignal): Promise<FileAddress> {
    const checkedAt = (ref: string): number => states.get(profileId(), at.scope, ref, at.path)?.checkedAt ?? 0;
    if (at.ref !== headRef && checkedAt(at.ref) > 0) return at;
    const other = await otherNameOf(open(), at, signal);
    return other !== null && checkedAt(other) > checkedAt(at.ref) ? { ...at, ref: other } : at;
  }

  /** The stored blob of a file, or of its content in Git LFS. */
  function blobOf({ scope, ref, path }: FileAddress, of: 'file' | 'lfs'): StoredBlob | null {
    const facts = states.get(profileId(), scope, ref, path)?.facts ?? null;
    if (facts === null) return null;
    if (of === 'file') return blobs.get(contentUse(profileId(), facts.blobId));
    return facts.lfs === null ? null : blobs.get(lfsUse(profileId(), facts.lfs.oid));
  }

  /** Store the blame of the first lines of an opened file. A failure is ignored: the file is shown without blame. */
  async function keepBlame(at: FileAddress, signal: AbortSignal): Promise<void> {
    await blame.store(open(), at, signal, 1).catch(() => null);
    signal.throwIfAborted();
  }

  async function submodulesAt(scope: Scope, given: string, signal: AbortSignal) {
    const { ref } = await storedAt({ scope, ref: given, path: gitmodulesPath }, signal);
    const rows = await sources.submodules(profileId(), scope, ref);
    return { state: states.get(profileId(), scope, ref, gitmodulesPath), rows };
  }

  async function lastCommitOf(scope: Scope, id: string | null, signal: AbortSignal) {
    if (id === null) return null;
    const found = await open().reader.lists('commits').detail({ scope, id }, signal);
    const { title, author_name, authored_date, committed_date } = found?.row ?? {};
    return {
      id,
      title: title ?? null,
      authorName: author_name ?? null,
      at: committed_date ?? authored_date ?? null,
    };
  }

  return {
    async refs({ scope: given }, signal) {
      const { scope } = here({ scope: given });
      const query = wholeList(scope, { sort: { by: 'is_default', direction: 'desc' } });
      const listed = await open()
        .reader.lists('branches')
        .list({ query, slice: { from: 0, count: mostBranches } }, signal);
      const branches = listed.rows.map(({ row }) => ({ name: row.name, isDefault: row.default === true }));
      const names = new Set(branches.map(({ name }) => name));
      const others = states.refs(profileId(), scope).filter((ref) => !names.has(ref));
      const unknown = others.includes(headRef) ? headRef : (others[0] ?? headRef);
      const first = branches.find(({ isDefault }) => isDefault)?.name ?? unknown;
      return { first, branches, isCut: listed.total > branches.length, others };
    },

    async tree({ scope: given, ref, open: folders, search }, signal) {
      const { scope } = here({ scope: given });
      const known = paths.of(profileId(), scope);
      const other = await otherNameOf(open(), { scope, ref }, signal);
      const checked = new Map(states.of(profileId(), scope, ref).map((state) => [state.path, state]));
      for (const state of other === null ? [] : states.of(profileId(), scope, other)) {
        const own = checked.get(state.path);
        if (own === undefined || (ref === headRef && own.checkedAt < state.checkedAt)) checked.set(state.path, state);
      }
      const storedIds = new Set(blobs.of(profileId(), 'files').map(({ key }) => key));
      const submodules = new Set((await submodulesAt(scope, ref, signal)).rows?.map(({ path }) => path));
      const counts = new Map(sourceNames.map((source) => [source, 0]));
      const every = known.map(({ path, sources: named }): TreeFile => {
        const [first] = named;
        if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
        const state = checked.get(path);
        const facts = state?.facts ?? null;
        const isSubmodule = submodules.has(path) || isSubmodulePath({ path, sources: named });
        const isStored = facts !== null && storedIds.has(facts.blobId);
        return {
          path,
          state: isSubmodule ? 'submodule' : state?.found === false ? 'absent' : isStored ? 'stored' : 'not-stored',
          sizeBytes: facts?.lfs?.sizeBytes ?? facts?.sizeBytes ?? null,
          isLfs: (facts?.lfs ?? null) !== null,
          sources: named,
          isRemovable: named.every((source) => source === 'person'),
        };
      });
      // A path that only artifacts name is not in the repository, unless a check found it
      const all = every.filter(
        ({ state, sources: named }) => state !== 'not-stored' || named.some((one) => one !== 'job'),
      );
      const wanted = search.trim().toLowerCase();
      const opened = new Set(folders);
      const shown = wanted === '' ? all : all.filter(({ path }) => path.toLowerCase().includes(wanted));
      return {
        ...treeRows(shown, (folder) => wanted !== '' || opened.has(folder)),
        total: all.length,
        files: all.filter(isFile).length,
        stored: all.filter(({ state }) => state === 'stored').length,
        sources: [...counts].map(([source, count]) => ({ source, count })),
        isFull: known.length >= mostPaths,
      };
    },

    async counts({ scope: given }, signal) {
      const { scope } = here({ scope: given });
      const { state, rows } = await submodulesAt(scope, headRef, signal);
      const submodules = state?.found === false ? 0 : (rows?.length ?? null);
      return { files: paths.count(profileId(), scope), submodules };
    },

    async collect({ scope: given, ref }, signal) {
      const { scope } = here({ scope: given });
      const added = await sources.collect(open(), scope, ref, signal);
      if (added > 0) publish(profileId(), scope);
      return { added };
    },

    addPath({ scope: given, path: text }) {
      const { scope } = here({ scope: given });
      const path = enteredPath(text);
      if (paths.add(profileId(), scope, 'person', [path], clock.now()) > 0) publish(profileId(), scope);
      return { path };
    },

    removePath({ scope: given, path }) {
      const { scope } = here({ scope: given });
      paths.remove(profileId(), scope, 'person', path);
      publish(profileId(), scope);
      return {};
    },

    async open({ of, ...given }, signal) {
      const at = await storedAt(here(given), signal);
      const state = states.get(profileId(), at.scope, at.ref, at.path);
      const blob = blobOf(at, of);
      const content: FileContent = blob === null ? { kind: 'none' } : await contentOf(blobs, blob, clock.now());
      const lastCommit = await lastCommitOf(at.scope, state?.facts?.lastCommitId ?? null, signal);
      const sources = paths.sourcesOf(profileId(), at.scope, at.path);
      if (state === null) return { file: null, content, lastCommit, sources };
      const { facts } = state;
      const lfs = facts?.lfs ?? null;
      const withLfs = lfs && { ...lfs, isStored: blobs.get(lfsUse(profileId(), lfs.oid)) !== null };
      return { file: { ...state, facts: facts && { ...facts, lfs: withLfs } }, content, lastCommit, sources };
    },

    async check({ mostBytes, ...given }, signal) {
      const at = here(given);
      const checked = await needs.downloads.run(
        open(),
        safeFileName(at.path, 'file'),
        (own, ended) => needs.check(own, at, ended, mostBytes),
        signal,
      );
      await fetchLastCommit(open(), at, { states, clock }, signal);
      await keepBlame(at, signal);
      if (at.path === gitmodulesPath) await sources.collect(open(), at.scope, at.ref, signal);
      publish(profileId(), at.scope, at.path);
      return checked;
    },

    async heads({ paths, ...given }, signal) {
      const found = await fileHeads(open(), { ...here(given), paths }, signal);
      return { ...found, checkedAt: clock.now() };
    },

    async storeLfs(given, signal) {
      const at = here(given);
      const flight = `files.lfs ${JSON.stringify(at)}`;
      const check = (own: Instance, ended: AbortSignal) =>
        own.once(flight, (shared) => needs.files.checkLfs(own, at, shared), ended);
      const stored = await needs.downloads.run(open(), safeFileName(at.path, 'file'), check, signal);
      publish(profileId(), at.scope, at.path);
      return stored;
    },

    async save({ of, ...given }, signal) {
      const at = await storedAt(here(given), signal);
      const blob = blobOf(at, of);
      if (blob === null) throw new Failure('missing', 'the content is not stored', { reason: 'not-cached' });
      const content = blobs.read(blob.sha256, clock.now());
      return saveFile(needs.fileExports, safeFileName(at.path, 'file'), content, { signal });
    },

    async blame({ piece, ...given }, signal) {
      const at = await storedAt(here(given), signal);
      const blocks = await blame.stored(profileId(), { ...at, piece });
      return blocks && { blocks };
    },

    async loadBlame(given, signal) {
      const at = here(given);
      const flight = `files.blame ${JSON.stringify(at)}`;
      return { blocks: await open().once(flight, (own) => blame.load(open(), at, own), signal) };
    },

    async submodules({ scope: given, ref }, signal) {
      const { scope } = here({ scope: given });
      const { state, rows } = await submodulesAt(scope, ref, signal);
      const { id, url: instance } = open().profile;
      const around = { url: instance, path: pathOf(catalogue, id, scope) };
      return {
        checkedAt: state?.checkedAt ?? null,
        found: state?.found ?? true,
        isStored: rows !== null,
        rows: (rows ?? []).map((row) => ({ ...row, project: projectOfSubmodule(row.url ?? '', around) })),
      };
    },
  } satisfies Services<ReeveContract>['repositoryFiles'];
}

/** A path that only lists of artifacts have counts once the repository was found to have it. */
const isFile = (one: TreeFile): boolean =>
  one.state !== 'submodule' && (!isOnlyArtifact(one) || one.sizeBytes !== null);
