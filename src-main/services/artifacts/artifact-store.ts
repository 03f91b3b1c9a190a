import { artifacts as api } from '#main/api/endpoints/artifacts.ts';
import type { DownloadOptions } from '#main/api/types.ts';
import type { BlobUse, StoredBlob } from '#main/state/blobs/blobs.ts';
import type { ChosenArtifact } from '#main/state/repository/chosen-artifacts.ts';
import { refusedRef, type ArtifactSource } from '#shared/contract/artifact-files.ts';
import { readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';

type Place = Pick<Instance, 'profile' | 'scopeOf' | 'send'>;

/** A chosen artifact. `project`: its scope. `blob`: its stored content; null: not stored. */
export interface Chosen extends ChosenArtifact {
  project: Scope;
  blob: (StoredBlob & { isPinned: boolean }) | null;
}

/** The kind of a use of `blobs.db`, which is stored. */
const kind = 'artifacts';

/** Contents of artifacts in `blobs.db`, and the artifacts that a person chose to keep offline. */
export function artifactStore({ state, clock, emitTo }: Pick<AppContext, 'state' | 'clock' | 'emitTo'>) {
  const { blobs, chosenArtifacts: chosen } = state;
  let revision = clock.now();

  function changed(profileId: string): void {
    emitTo(profileId)('artifactFiles', 'changed', { revision: (revision += 1) });
  }

  /** A file of a job: its scope and path. The archive of a job has an empty path. */
  function useOf({ profile, scopeOf }: Omit<Place, 'send'>, source: ArtifactSource): BlobUse {
    const { by, path } = source;
    const own = by === 'job' ? (path ?? '') : JSON.stringify([source.ref, source.job, source.searchRecent, path]);
    return { profileId: profile.id, kind, key: `${scopeOf(source.scope)}\n${own}` };
  }

  const find = (instance: Omit<Place, 'send'>, source: ArtifactSource): StoredBlob | null =>
    blobs.get(useOf(instance, source));

  /** Download an artifact and store it. Fails: as `download`; `invalid`/`storage-limit`. */
  async function load(
    instance: Place,
    source: ArtifactSource,
    { jobToken, mostBytes, onProgress }: Omit<DownloadOptions, 'into'> & { jobToken?: string | undefined },
    signal: AbortSignal,
  ): Promise<StoredBlob> {
    const stored = await blobs.receive(
      () => useOf(instance, source),
      clock,
      async (into) => void (await download(instance, source, { jobToken, into, mostBytes, onProgress }, signal)),
    );
    changed(instance.profile.id);
    return stored;
  }

  return {
    find,
    load,
    /** The stored files of one job, without the archive. */
    filesOf(instance: Omit<Place, 'send'>, scope: Scope): { path: string; sizeBytes: number }[] {
      const prefix = useOf(instance, { by: 'job', scope, path: null }).key;
      return blobs
        .of(instance.profile.id, kind)
        .filter(({ key }) => key.startsWith(prefix) && key !== prefix)
        .map(({ key, sizeBytes }) => ({ path: key.slice(prefix.length), sizeBytes }));
    },
    /** The chosen artifacts of a profile, in the order in which they were chosen. */
    chosen(instance: Omit<Place, 'send'>): Chosen[] {
      const stored = new Map(blobs.of(instance.profile.id, kind).map((blob) => [blob.key, blob]));
      return chosen.of(instance.profile.id).map((one) => ({
        ...one,
        project: instance.scopeOf(splitScope(one.source.scope)[0]),
        blob: stored.get(one.key) ?? null,
      }));
    },
    /** Choose an artifact, or stop keeping it: its content then stays until space is needed. */
    choose(instance: Omit<Place, 'send'>, source: ArtifactSource, isChosen: boolean): void {
      placeOf(source);
      const use = useOf(instance, source);
      if (isChosen) chosen.put(instance.profile.id, { key: use.key, source, chosenAt: clock.now() });
      else {
        chosen.remove(instance.profile.id, use.key);
        blobs.pin(use, false);
      }
      changed(instance.profile.id);
    },
    /**
     * Store a chosen artifact. The artifacts of a job never change, so they are downloaded once; those of a ref are
     * downloaded at every call. Fails: as `load`; `missing` if it is not chosen.
     */
    async store(instance: Place, key: string, mostBytes: number, signal: AbortSignal): Promise<StoredBlob> {
      const one = chosen.of(instance.profile.id).find((each) => each.key === key);
      if (one === undefined) throw new Failure('missing', 'the artifact is not chosen');
      const { source } = one;
      const before = source.by === 'job' ? find(instance, source) : null;
      return before ?? (await load(instance, source, { mostBytes }, signal));
    },
    /** Whether the stored content is kept when space is needed. */
    pin: (profileId: string, key: string, isPinned: boolean): void => blobs.pin({ profileId, kind, key }, isPinned),
  };
}
export type ArtifactStore = ReturnType<typeof artifactStore>;

/** Download into a stream or file. Fails: as `placeOf`; as a request. */
export function download(
  { send }: Pick<Instance, 'send'>,
  source: ArtifactSource,
  { jobToken, ...to }: DownloadOptions & { jobToken?: string | undefined },
  signal: AbortSignal,
) {
  const { id, jobId } = placeOf(source);
  const { path: file } = source;
  const token = jobToken === undefined ? {} : { job_token: jobToken };
  if (source.by === 'ref') {
    const { ref: ref_name, job, searchRecent } = source;
    const query = { job, ...token, ...(searchRecent && { search_recent_successful_pipelines: true }) };
    return file === null
      ? send.bytes(api.archiveOfReference, { path: { id, ref_name }, query }, to, signal)
      : send.bytes(api.fileOfReference, { path: { id, ref_name, artifact_path: file }, query }, to, signal);
  }
  const job_id = jobId ?? 0;
  return file === null
    ? send.bytes(api.archive, { path: { id, job_id }, query: token }, to, signal)
    : send.bytes(api.file, { path: { id, job_id, artifact_path: file }, query: token }, to, signal);
}

/**
 * The project and the job of a source. Fails: `invalid`, field `scope`, for another place; `invalid`, field `path`, for a
 * path outside the archive; `invalid`, field `ref`, for `HEAD` and SHAs.
 */
function placeOf(source: ArtifactSource): { id: string | number; jobId: number | null } {
  const { by, scope, path } = source;
  const place = readScope(scope);
  if (place?.kind !== 'project') throw new Failure('invalid', 'the scope is not a project', { field: 'scope' });
  if (path !== null && !isInArchive(path)) {
    throw new Failure('invalid', 'the path points outside the archive', { field: 'path' });
  }
  if (by === 'ref' && refusedRef(source.ref) !== null) {
    throw new Failure('invalid', 'the API supports only branches and tags here', { field: 'ref' });
  }
  const jobId = place.place?.kind === 'job' ? place.place.id : null;
  if (by === 'job' && jobId === null) throw new Failure('invalid', 'the scope is not a job', { field: 'scope' });
  return { id: place.ref, jobId };
}

/** Whether a path points into the archive: relative, without `..`, backslashes and NUL. */
export function isInArchive(path: string): boolean {
  return (
    !path.includes('\0') &&
    !path.includes('\\') &&
    path.isWellFormed() &&
    path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}
