import type { WriteOperation } from '#main/api/endpoints/index.ts';
import type { KnownPath } from '#main/state/repository/known-paths.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { fromIso, hours, megabytes, toIso } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import { pathOf } from '../catalogue/path-of.ts';
import type { Instance } from '../instances/instance.ts';
import { contentUse } from './file-store.ts';
import { storedBytes } from './stored-bytes.ts';
import { isFilePath } from './file-path.ts';
import { gitmodulesPath, readGitmodules, type ListedSubmodule } from './gitmodules.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';

/** The writes that change files. */
const operations: readonly WriteOperation[] = ['files.create', 'files.edit', 'files.remove', 'commits.create'];
/** Deliveries of this time before the newest known one are read again. */
const overlapMs = hours(1);
/** Artifacts are not the files of the repository, so they leave room for those. */
const mostArtifacts = 5_000;
/** A larger `.gitmodules` is not read. */
const mostGitmodulesBytes = megabytes(1);

/** Finds the paths of files in what Reeve has stored. Sends nothing. */
export function pathSources({ state, clock }: Pick<AppContext, 'state' | 'clock'>) {
  const { blobs, catalogue, fileStates: states, journalPaths: journal, knownPaths: paths } = state;
  /**
   * Paths in deliveries of pushes: `commits[]` with `added`, `modified` and `removed`. Only deliveries that came
   * since the last call are read.
   */
  async function ofDeliveries({ profile, reader }: Instance, scope: Scope, signal: AbortSignal): Promise<number> {
    const source = 'delivery';
    const until = paths.scannedUntil(profile.id, scope, source);
    let newest = until ?? 0;
    let added = 0;
    for (const hook of await hooksOf(reader, scope, signal)) {
      // Another sync can add deliveries that it received before
      const filter = until === null ? {} : { seen_after: toIso(until - overlapMs) };
      const selection = allOf(wholeList(`${scope}/hook:${hook}`, { filter, notReturned: 'show' }));
      for await (const piece of reader.lists('webhookEvents').rows(selection, signal)) {
        added += paths.add(
          profile.id,
          scope,
          source,
          piece.flatMap(({ row }) => pushedPaths(row.request_data)),
          clock.now(),
        );
        for (const { row } of piece) newest = Math.max(newest, fromIso(row.first_seen_at) ?? 0);
      }
    }
    if (newest > (until ?? 0)) paths.setScannedUntil(profile.id, scope, source, newest);
    return added;
  }

  /** Paths in the commits that Reeve wrote. */
  function ofJournal(profileId: string, scope: Scope): number {
    const source = 'journal';
    const place = readScope(scope);
    const names = [place?.ref, pathOf(catalogue, profileId, scope)].map((name) => String(name ?? ''));
    const after = paths.scannedUntil(profileId, scope, source) ?? 0;
    const { found, until } = journal.after(profileId, { operations, projects: new Set(names) }, after);
    const added = paths.add(profileId, scope, source, found.filter(isFilePath), clock.now());
    if (until > after) paths.setScannedUntil(profileId, scope, source, until);
    return added;
  }

  /** Paths in the stored lists of artifacts of jobs of the project. */
  async function ofArtifacts({ profile, reader }: Instance, scope: Scope, signal: AbortSignal): Promise<number> {
    const found = new Set<string>();
    const known = new Set<string>();
    const selection = allOf(wholeList(scope, { sort: { by: 'path', direction: 'asc' } }));
    for await (const piece of reader.lists('artifacts').rows(selection, signal)) {
      for (const { row } of piece) if (isFilePath(row.path)) found.add(row.path);
      if (found.size >= mostArtifacts) break;
    }
    if (found.size === 0) return 0;
    for (const { path, sources } of paths.of(profile.id, scope)) if (sources.includes('job')) known.add(path);
    const added = [...found].filter((path) => !known.has(path)).slice(0, Math.max(0, mostArtifacts - known.size));
    return paths.add(profile.id, scope, 'job', added, clock.now());
  }

  /** The submodules in the stored `.gitmodules` at a ref; null: it is not stored, or damaged. */
  async function submodules(profileId: string, scope: Scope, ref: string): Promise<ListedSubmodule[] | null> {
    const facts = states.get(profileId, scope, ref, gitmodulesPath)?.facts ?? null;
    const blob = facts === null ? null : blobs.get(contentUse(profileId, facts.blobId));
    if (blob === null) return null;
    if (blob.sizeBytes > mostGitmodulesBytes) return [];
    const bytes = await storedBytes(blobs, blob, clock.now());
    return bytes && readGitmodules(bytes.toString('utf8'));
  }

  async function ofSubmodules(profileId: string, scope: Scope, ref: string): Promise<number> {
    const found = await submodules(profileId, scope, ref);
    const names = found === null ? [] : [gitmodulesPath, ...found.map(({ path }) => path)];
    return paths.add(profileId, scope, 'gitmodules', names, clock.now());
  }

  return {
    submodules,
    /** Add the paths of all sources. Returns how many are new. */
    async collect(instance: Instance, scope: Scope, ref: string, signal: AbortSignal): Promise<number> {
      const { id } = instance.profile;
      const inDeliveries = await ofDeliveries(instance, scope, signal);
      const inRepository = inDeliveries + ofJournal(id, scope) + (await ofSubmodules(id, scope, ref));
      return inRepository + (await ofArtifacts(instance, scope, signal));
    },
  };
}

/** Whether a path is that of a submodule: its only source is `.gitmodules`. */
export const isSubmodulePath = ({ path, sources }: Pick<KnownPath, 'path' | 'sources'>): boolean =>
  path !== gitmodulesPath && sources.every((source) => source === 'gitmodules');

/** Whether the only source of a path is a list of artifacts, so that the repository may not have the path. */
export const isOnlyArtifact = ({ sources }: Pick<KnownPath, 'sources'>): boolean =>
  sources.every((source) => source === 'job');

async function hooksOf(reader: Instance['reader'], scope: Scope, signal: AbortSignal): Promise<number[]> {
  const found: number[] = [];
  for await (const piece of reader.lists('webhooks').rows(allOf(wholeList(scope, { notReturned: 'show' })), signal)) {
    found.push(...piece.map(({ id }) => id));
  }
  return found;
}

/** The valid paths in the data of a push. Its shape is that of another program, so nothing in it is taken for granted. */
export function pushedPaths(data: unknown): string[] {
  const commits = isObject(data) && Array.isArray(data['commits']) ? (data['commits'] as unknown[]) : [];
  return commits.flatMap((commit) =>
    ['added', 'modified', 'removed'].flatMap((name) => {
      const named = isObject(commit) ? commit[name] : undefined;
      return Array.isArray(named)
        ? named.filter((path): path is string => typeof path === 'string' && isFilePath(path))
        : [];
    }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
