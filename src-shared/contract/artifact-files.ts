import { z } from 'zod';
import { ArtifactEntry } from './artifacts.ts';
import { Exported } from './exported.ts';
import { command, epochMs, event, query, Scope } from './kit.ts';
import { FileContent } from './repository-files.ts';

/** A token of a CI/CD job of another project (paid tiers, document 1:165). Sent with one request and never stored. */
const jobToken = z.string().trim().min(1).max(1_000).optional();
const path = z.string().min(1).max(4_096);

/** Why artifacts can't be requested by this ref: `HEAD` and SHAs are not supported (document 1:167). Null: they can. */
export function refusedRef(ref: string): 'head' | 'sha' | null {
  if (/^head$/i.test(ref)) return 'head';
  return /^([\da-f]{40}|[\da-f]{64})$/i.test(ref) ? 'sha' : null;
}

/**
 * A file or archive of artifacts. `path` null: the whole archive. `job`: of the job of the scope (`project:7/job:12`).
 * `ref`: of the job with this name in the newest successful pipeline of a branch or tag of the project; `searchRecent`:
 * in up to 100 recent ones.
 */
export const ArtifactSource = z.discriminatedUnion('by', [
  z.object({ by: z.literal('job'), scope: Scope, path: path.nullable() }),
  z.object({
    by: z.literal('ref'),
    scope: Scope,
    ref: z.string().trim().min(1).max(1_000),
    job: z.string().trim().min(1).max(1_000),
    path: path.nullable(),
    searchRecent: z.boolean(),
  }),
]);
export type ArtifactSource = z.infer<typeof ArtifactSource>;

/** An artifact that a person chose to keep offline. `sizeBytes`: of its stored content; null: it is not stored. */
export const ChosenArtifact = z.object({
  key: z.string(),
  source: ArtifactSource,
  chosenAt: epochMs,
  sizeBytes: z.number().nullable(),
});
export type ChosenArtifact = z.infer<typeof ChosenArtifact>;

/**
 * A job that is known from cached deployments or because its artifacts were synced. `treeAt`: the last sync of the tree of
 * its artifacts; null: never synced.
 */
export const KnownJob = z.object({
  jobId: z.number().int(),
  name: z.string().nullable(),
  ref: z.string().nullable(),
  status: z.string().nullable(),
  environment: z.string().nullable(),
  treeAt: epochMs.nullable(),
});
export type KnownJob = z.infer<typeof KnownJob>;

/** The longest list of known jobs, and the most entries of a tree in one reply. */
export const mostKnownJobs = 200;
export const entriesAtOnce = 5_000;

export const artifactFiles = {
  /** The known jobs of a project, the newest first. Answered from the cache. */
  knownJobs: query(z.object({ scope: Scope }), z.object({ jobs: z.array(KnownJob) })),
  /**
   * Sync the tree of a job, with a job token if one is given. The token is sent instead of the token of the profile, and
   * is not stored. Fails: as a request.
   */
  loadTree: command(z.object({ scope: Scope, jobToken }), z.object({ rows: z.number() }), { remote: true }),
  /** Entries of the synced tree of a job by path, from the entry `from` on; at most `entriesAtOnce`. */
  entries: query(
    z.object({ scope: Scope, from: z.number().int().min(0).default(0) }),
    z.object({ entries: z.array(ArtifactEntry) }),
  ),
  /** The files of a job whose content is stored. */
  stored: query(
    z.object({ scope: Scope }),
    z.object({ files: z.array(z.object({ path: z.string(), sizeBytes: z.number() })) }),
  ),
  /**
   * The stored content of a file in the form in which a window shows it, and its size; null: it is not stored.
   * Fails: `invalid`, field `path`, for an archive.
   */
  content: query(
    z.object({ source: ArtifactSource }),
    z.object({ content: FileContent.nullable(), sizeBytes: z.number().nullable() }),
  ),
  /**
   * Download a file of at most 200 MB and store it. Fails: `remote`/`too-large`; `invalid`, field `path` or `ref`; as a
   * request.
   */
  load: command(z.object({ source: ArtifactSource, jobToken }), z.object({ sizeBytes: z.number() }), { remote: true }),
  /**
   * Save a file or an archive to a place that the person chooses. A stored file of a job is not requested again. A stored
   * file of a ref is requested again unless `isStored`, because it may have changed. Archives are not unpacked.
   * Fails: `aborted` when the person cancels; as a request.
   */
  save: command(z.object({ source: ArtifactSource, jobToken, isStored: z.boolean().default(false) }), Exported),
  /** The artifacts of a project that a person chose to keep offline. */
  chosen: query(z.object({ scope: Scope }), z.object({ artifacts: z.array(ChosenArtifact) })),
  /**
   * Choose an artifact to keep offline, or stop keeping it. Pins with the files of its project store it. Stored content is
   * not deleted at once.
   * Fails: `invalid`, field `scope`, `path` or `ref`.
   */
  choose: command(z.object({ source: ArtifactSource, isChosen: z.boolean() }), z.object({ isChosen: z.boolean() })),
  /** Artifacts were chosen or stored. */
  changed: event(z.object({ revision: z.number() })),
};
