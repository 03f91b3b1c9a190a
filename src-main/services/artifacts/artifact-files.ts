import { safeFileName } from '#main/api/client/wire/file-name.ts';
import type { ArtifactSource } from '#shared/contract/artifact-files.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { knownJobs } from '../deployments/known-jobs.ts';
import type { AppContext } from '../app-context.ts';
import { saveDownload, writeAtomically } from '../exports/file-exports.ts';
import { contentOf } from '../files/file-content.ts';
import { largestFileBytes } from '../files/file-store.ts';
import type { Instance } from '../instances/instance.ts';
import { download, isInArchive, type ArtifactStore } from './artifact-store.ts';
import { entriesOf, loadTree, treeTimes } from './artifact-trees.ts';

/**
 * Files and archives of artifacts. Paths of an archive are only sent to the platform: on this computer a file has the
 * name that `safeFileName` makes from the last part of its path, at a place that a person chooses.
 */
export function artifactFiles(
  open: () => Instance,
  artifacts: ArtifactStore,
  app: Pick<AppContext, 'state' | 'fileExports' | 'downloads' | 'clock'>,
) {
  const { state, fileExports, downloads, clock } = app;
  const { blobs } = state;

  async function save(
    { source, jobToken, isStored }: { source: ArtifactSource; jobToken?: string | undefined; isStored: boolean },
    signal: AbortSignal,
  ) {
    const instance = open();
    if (source.path !== null && !isInArchive(source.path)) {
      throw new Failure('invalid', 'the path points outside the archive', { field: 'path' });
    }
    const stored = source.by === 'job' || isStored ? artifacts.find(instance, source) : null;
    const name = nameOf(source);
    return fileExports.save(name, async (place) => {
      if (stored !== null) await writeAtomically(place, blobs.read(stored.sha256, clock.now()), signal);
      else {
        const run = (own: Instance, ended: AbortSignal) =>
          saveDownload(place, (into) => download(own, source, { jobToken, into }, ended));
        await downloads.run(instance, name, run, signal);
      }
      return { files: [place], rows: 1 };
    });
  }

  return {
    stored: ({ scope }) => ({ files: artifacts.filesOf(open(), scope) }),
    knownJobs: async ({ scope }, signal) => {
      const instance = open();
      const project = instance.scopeOf(scope);
      return knownJobs(instance, project, await treeTimes(instance, project, signal), signal);
    },
    loadTree: ({ scope, jobToken }, signal) => loadTree(open(), { scope, jobToken, clock }, signal),
    entries: ({ scope, from }, signal) => entriesOf(open(), scope, from, signal),
    content: async ({ source }) => {
      if (source.path === null) throw new Failure('invalid', 'an archive has no content to show', { field: 'path' });
      const blob = artifacts.find(open(), source);
      if (blob === null) return { content: null, sizeBytes: null };
      return { content: await contentOf(blobs, blob, clock.now()), sizeBytes: blob.sizeBytes };
    },
    load: async ({ source, jobToken }, signal) => {
      const options = { jobToken, mostBytes: largestFileBytes };
      const run = (own: Instance, ended: AbortSignal) => artifacts.load(own, source, options, ended);
      const { sizeBytes } = await downloads.run(open(), nameOf(source), run, signal);
      return { sizeBytes };
    },
    save: (input, signal) => save(input, signal),
    chosen: ({ scope }) => {
      const instance = open();
      const project = instance.scopeOf(scope);
      const own = artifacts.chosen(instance).filter((one) => one.project === project);
      return {
        artifacts: own.map(({ key, source, chosenAt, blob }) => ({
          ...{ key, source, chosenAt, sizeBytes: blob?.sizeBytes ?? null },
        })),
      };
    },
    choose: ({ source, isChosen }) => {
      artifacts.choose(open(), source, isChosen);
      return { isChosen };
    },
  } satisfies Services<ReeveContract>['artifactFiles'];
}

function nameOf({ path, scope, ...source }: ArtifactSource): string {
  if (path !== null) return safeFileName(path, 'artifact');
  const job = 'job' in source ? source.job : String(readScope(scope)?.place?.id ?? '');
  return safeFileName(`artifacts-${job.replaceAll(/[/\\]/g, '-')}.zip`, 'artifacts.zip');
}
