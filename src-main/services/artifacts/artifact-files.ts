import { WritableStream } from 'node:stream/web';
import { safeFileName } from '#main/api/client/wire/file-name.ts';
import { artifacts as api } from '#main/api/endpoints/artifacts.ts';
import type { DownloadOptions } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import type { Blobs, BlobUse } from '#main/state/blobs/blobs.ts';
import type { ArtifactSource } from '#shared/contract/artifact-files.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { saveDownload, writeAtomically, type FileExports } from '../exports/file-exports.ts';
import { contentOf } from '../files/file-content.ts';
import { largestFileBytes } from '../files/file-store.ts';
import type { Instance } from '../instances/instance.ts';

interface Needs {
  open: () => Instance;
  fileExports: FileExports;
  blobs: Blobs;
  clock: Clock;
}

/** The kind of a use of `blobs.db`, which is stored. */
const kind = 'artifacts';
const useOf = (profileId: string, scope: Scope, path: string): BlobUse => ({
  profileId,
  kind,
  key: `${scope}\n${path}`,
});

/**
 * Files and archives of artifacts. Paths of an archive are only sent to the platform: on this computer a file has the
 * name that `safeFileName` makes from the last part of its path, at a place that a person chooses.
 */
export function artifactFiles({ open, fileExports, blobs, clock }: Needs) {
  /** Download into a stream or file. Fails: `invalid`, field `path`, for a path that leaves the archive. */
  function download(source: ArtifactSource, jobToken: string | undefined, to: DownloadOptions, signal: AbortSignal) {
    const { send } = open();
    const place = readScope(source.scope);
    if (place?.kind !== 'project') throw new Failure('invalid', 'no project', { field: 'scope' });
    const { path: file } = source;
    if (file !== null && !isInArchive(file)) {
      throw new Failure('invalid', 'the path leaves the archive', { field: 'path' });
    }
    const id = place.ref;
    const token = jobToken === undefined ? {} : { job_token: jobToken };
    if (source.by === 'ref') {
      const { ref: ref_name, job, searchRecent } = source;
      const query = { job, ...token, ...(searchRecent && { search_recent_successful_pipelines: true }) };
      return file === null
        ? send.bytes(api.archiveOfReference, { path: { id, ref_name }, query }, to, signal)
        : send.bytes(api.fileOfReference, { path: { id, ref_name, artifact_path: file }, query }, to, signal);
    }
    if (place.place?.kind !== 'job') throw new Failure('invalid', 'no job', { field: 'scope' });
    const job_id = place.place.id;
    return file === null
      ? send.bytes(api.archive, { path: { id, job_id }, query: token }, to, signal)
      : send.bytes(api.file, { path: { id, job_id, artifact_path: file }, query: token }, to, signal);
  }

  async function save(source: ArtifactSource, jobToken: string | undefined, signal: AbortSignal) {
    const { profile } = open();
    const stored =
      source.by === 'job' && source.path !== null ? blobs.get(useOf(profile.id, source.scope, source.path)) : null;
    if (source.path !== null && !isInArchive(source.path)) {
      throw new Failure('invalid', 'the path leaves the archive', { field: 'path' });
    }
    return fileExports.save(nameOf(source), async (place) => {
      if (stored !== null) await writeAtomically(place, blobs.read(stored.sha256, clock.now()), signal);
      else await saveDownload(place, (into) => download(source, jobToken, { into }, signal));
      return { files: [place], rows: 1 };
    });
  }

  return {
    stored: ({ scope }) => {
      const prefix = useOf('', scope, '').key;
      const files = blobs
        .of(open().profile.id, kind)
        .filter(({ key }) => key.startsWith(prefix))
        .map(({ key, sizeBytes }) => ({ path: key.slice(prefix.length), sizeBytes }));
      return { files };
    },
    content: async ({ scope, path }) => {
      const blob = blobs.get(useOf(open().profile.id, scope, path));
      return { content: blob === null ? null : await contentOf(blobs, blob, clock.now()) };
    },
    load: async ({ scope, path, jobToken }, signal) => {
      const { profile } = open();
      const writer = blobs.begin(clock.now());
      try {
        const into = new WritableStream<Uint8Array>({ write: (bytes) => writer.write(bytes) });
        await download({ by: 'job', scope, path }, jobToken, { into, mostBytes: largestFileBytes }, signal);
      } catch (thrown) {
        writer.discard();
        throw thrown;
      }
      const { sizeBytes } = writer.finish(useOf(profile.id, scope, path), clock.now());
      return { sizeBytes };
    },
    save: ({ source, jobToken }, signal) => save(source, jobToken, signal),
  } satisfies Services<ReeveContract>['artifactFiles'];
}

/** Whether a path stays in the archive: relative, without `..`, backslashes and NUL. */
export function isInArchive(path: string): boolean {
  return (
    !path.includes('\0') &&
    !path.includes('\\') &&
    path.isWellFormed() &&
    path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}

function nameOf({ path, scope, ...source }: ArtifactSource): string {
  if (path !== null) return safeFileName(path, 'artifact');
  const job = 'job' in source ? source.job : String(readScope(scope)?.place?.id ?? '');
  return safeFileName(`artifacts-${job.replaceAll(/[/\\]/g, '-')}.zip`, 'artifacts.zip');
}
