import type { Clock } from '#main/ports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { FileExports } from '../exports/file-exports.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { blames } from './blame.ts';
import { contentUse, fileStore, lfsUse, type FileAddress, type FileCheck } from './file-store.ts';
import { fileViews } from './file-views.ts';
import { isSubmodulePath, pathSources } from './path-sources.ts';

export interface FilesNeeds {
  state: Pick<StateTables, 'blobs' | 'fileStates' | 'journalPaths' | 'knownPaths'>;
  /** The path of a project; null: not known. */
  pathOf: (profileId: string, scope: Scope) => string | null;
  fileExports: FileExports;
  clock: Clock;
  changed: (profileId: string, change: FilesChange) => void;
}

/** `path`: the file whose state or content changed; absent: only the known paths did. */
export interface FilesChange {
  scope: Scope;
  revision: number;
  path?: string;
}

/** A known path. `sizeBytes`: of the file when it was checked last, at any ref; null: never checked. */
export interface KnownFile {
  path: string;
  sizeBytes: number | null;
}

/** Files of repositories: their known paths, and their contents in `blobs.db`. */
export function openFiles({ state, pathOf, fileExports, clock, changed }: FilesNeeds) {
  const { blobs, fileStates: states, knownPaths: paths, journalPaths: journal } = state;
  const files = fileStore({ blobs, states, clock });
  const sources = pathSources({ blobs, states, paths, journal, pathOf, clock });
  const blame = blames({ blobs, states, clock });
  // Higher than in any earlier run, so that a window that reconnects notices the difference
  let revision = clock.now();

  function publish(profileId: string, scope: Scope, path?: string): void {
    revision += 1;
    changed(profileId, { scope, revision, ...(path === undefined ? {} : { path }) });
  }

  /**
   * The scope under which the files of a project are stored: the one with its ID, once it is known. Files that were
   * stored under its path are moved. Fails: `invalid` for another place than a project.
   */
  function placeOf({ profile, scopeOf }: Pick<Instance, 'profile' | 'scopeOf'>, scope: Scope): Scope {
    const place = readScope(scope);
    if (place?.kind !== 'project' || place.place !== null) {
      throw new Failure('invalid', `no project: ${scope}`, { field: 'scope' });
    }
    const stored = scopeOf(scope);
    const path = pathOf(profile.id, stored);
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
     * The known paths of files of a project (`project:7`), sorted, for estimates. Sends nothing. Paths of submodules are
     * left out, because they are no files.
     */
    knownPaths(profileId: string, scope: Scope): KnownFile[] {
      const sizes = new Map(
        states.latest(profileId, scope).map(({ path, facts }) => [path, facts?.sizeBytes ?? null] as const),
      );
      return paths
        .of(profileId, scope)
        .filter((known) => !isSubmodulePath(known))
        .map(({ path }) => ({ path, sizeBytes: sizes.get(path) ?? null }));
    },
    /**
     * Store one file at a branch, tag or commit: a HEAD, and a download only if its content is not stored. `state`: what
     * the check found, see `CheckResult`; a 404 of the file is `absent` and keeps what was stored. `bytes`: downloaded.
     * `mostBytes`: larger files are not downloaded; default 200 MB.
     * Fails: `invalid`/`file-damaged`, `invalid`/`storage-limit`, otherwise as the sender does.
     */
    async store(
      instance: Instance,
      scope: Scope,
      ref: string,
      path: string,
      signal: AbortSignal,
      mostBytes?: number,
    ): Promise<{ state: FileCheck['result']; bytes: number }> {
      const { result, bytes } = await check(
        instance,
        { scope: placeOf(instance, scope), ref, path },
        signal,
        mostBytes,
      );
      return { state: result, bytes };
    },
    /** Keep the stored content of a file even if space is needed, or give it up. A new content needs a new pin. */
    pin(profileId: string, scope: Scope, ref: string, path: string, isPinned: boolean): void {
      const facts = states.get(profileId, scope, ref, path)?.facts ?? null;
      if (facts === null) return;
      blobs.pin(contentUse(profileId, facts.blobId), isPinned);
      if (facts.lfs !== null) blobs.pin(lfsUse(profileId, facts.lfs.oid), isPinned);
    },
    servicesOf: (open: () => Instance): Services<ReeveContract>['repositoryFiles'] =>
      fileViews({ open, blobs, states, paths, files, sources, blame, placeOf, check, publish, fileExports, clock }),
  };
}
export type Files = ReturnType<typeof openFiles>;
