import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { projectRefOf, type Scope } from '#shared/contract/scope.ts';
import type { Failure } from '#shared/errors.ts';
import type { AppContext } from '../app-context.ts';
import { pathOf } from '../catalogue/path-of.ts';
import type { Instance } from '../instances/instance.ts';
import { blames } from './blame.ts';
import { contentUse, fileStore, lfsUse, type FileAddress, type FileCheck } from './file-store.ts';
import { fileViews } from './file-views.ts';
import { gitmodulesPath } from './gitmodules.ts';
import { fetchLastCommit } from './last-commit.ts';
import { isOnlyArtifact, isSubmodulePath, pathSources } from './path-sources.ts';

/** A known path. `sizeBytes`: of the file when it was checked last, at any ref; null: never checked. */
export interface KnownFile {
  path: string;
  sizeBytes: number | null;
}

/** Files of repositories: their known paths, and their contents in `blobs.db`. */
export function openFiles(app: Pick<AppContext, 'state' | 'fileExports' | 'downloads' | 'clock' | 'emitTo'>) {
  const { state, clock } = app;
  const { blobs, fileStates: states, knownPaths: paths, catalogue } = state;
  const files = fileStore({ blobs, states, clock });
  const sources = pathSources({ state, clock });
  const blame = blames({ blobs, states, clock });
  // Higher than in any earlier run, so that a window that reconnects notices the difference
  let revision = clock.now();

  /** `path`: the file whose state or content changed; absent: only the known paths did. */
  function publish(profileId: string, scope: Scope, path?: string): void {
    revision += 1;
    app.emitTo(profileId)('repositoryFiles', 'changed', { scope, revision, ...(path === undefined ? {} : { path }) });
  }

  /**
   * The scope under which the files of a project are stored: the one with its ID, once it is known. Files that were
   * stored under its path are moved. Fails: `invalid` for another place than a project.
   */
  function placeOf({ profile, scopeOf }: Pick<Instance, 'profile' | 'scopeOf'>, scope: Scope): Scope {
    projectRefOf(scope);
    const stored = scopeOf(scope);
    const path = pathOf(catalogue, profile.id, stored);
    const former = stored === scope ? path && `project:${path}` : scope;
    if (former && former !== stored) paths.move(profile.id, former, stored);
    return stored;
  }

  /** Ask for a file, and download it if it is not stored. One request for each file at a time. */
  async function check(
    instance: Instance,
    at: FileAddress,
    signal: AbortSignal,
    mostBytes?: number,
  ): Promise<FileCheck> {
    const checked = await instance.once(
      `files.check ${JSON.stringify(at)}`,
      (own) => files.check(instance, at, own, mostBytes),
      signal,
    );
    publish(instance.profile.id, at.scope, at.path);
    return checked;
  }

  return {
    /**
     * The known paths of files of a project (`project:7`), sorted. Looks for new ones in synced data first. Sends nothing.
     * Left out are submodules, and paths of artifacts that were never found in the repository.
     */
    async knownPaths(instance: Instance, given: Scope, ref: string, signal: AbortSignal): Promise<KnownFile[]> {
      const { id } = instance.profile;
      const scope = placeOf(instance, given);
      if ((await sources.collect(instance, scope, ref, signal)) > 0) publish(id, scope);
      const latest = states.latest(id, scope);
      const found = new Set(latest.filter(({ facts }) => facts !== null).map(({ path }) => path));
      const sizes = new Map(latest.map(({ path, facts }) => [path, facts?.sizeBytes ?? null] as const));
      return paths
        .of(id, scope)
        .filter((known) => !isSubmodulePath(known) && (!isOnlyArtifact(known) || found.has(known.path)))
        .map(({ path }) => ({ path, sizeBytes: sizes.get(path) ?? null }));
    },
    /**
     * Store one file at a branch, tag or commit: a HEAD, and a download only if its content is not stored; its last
     * commit; and its blame, if it is a text. `state`: what the check found, see `CheckResult`; a 404 of the
     * file is `absent` and keeps what was stored. `bytes`: downloaded, with those of the blame. `blameRefusal`: why the
     * blame is not stored. `mostBytes`: larger files are not downloaded; default 200 MB.
     * Fails: `invalid`/`file-damaged`, `invalid`/`storage-limit`, otherwise as the sender does.
     */
    async store(
      instance: Instance,
      scope: Scope,
      ref: string,
      path: string,
      signal: AbortSignal,
      mostBytes?: number,
    ): Promise<{ state: FileCheck['result']; bytes: number; blameRefusal: Failure | null }> {
      const at = { scope: placeOf(instance, scope), ref, path };
      const { result, bytes } = await check(instance, at, signal, mostBytes);
      if (result !== 'stored' && result !== 'unchanged') return { state: result, bytes, blameRefusal: null };
      await fetchLastCommit(instance, at, { states, clock }, signal);
      if (path === gitmodulesPath) await sources.collect(instance, at.scope, ref, signal);
      const { bytes: blameBytes, refusal } = await blame.store(instance, at, signal);
      return { state: result, bytes: bytes === 0 ? 0 : bytes + blameBytes, blameRefusal: refusal };
    },
    /**
     * Keep the stored content of a file and its blame even if space is needed, or release them. New content must be pinned
     * again.
     */
    pin(profileId: string, scope: Scope, ref: string, path: string, isPinned: boolean): void {
      const facts = states.get(profileId, scope, ref, path)?.facts ?? null;
      if (facts === null) return;
      blobs.pin(contentUse(profileId, facts.blobId), isPinned);
      if (facts.lfs !== null) blobs.pin(lfsUse(profileId, facts.lfs.oid), isPinned);
      blame.pin(profileId, { scope, ref, path }, isPinned);
    },
    servicesOf: (open: () => Instance): Services<ReeveContract>['repositoryFiles'] =>
      fileViews({ ...app, open, files, sources, blame, placeOf, check, publish }),
  };
}
export type Files = ReturnType<typeof openFiles>;
