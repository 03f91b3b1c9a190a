import { z } from 'zod';
import { Exported } from './exported.ts';
import { command, epochMs, event, query, Scope } from './kit.ts';
import { FileContent } from './repository-files.ts';

/** A token of a CI/CD job of another project (paid tiers, document 1:165). Sent with one request and never stored. */
const jobToken = z.string().trim().min(1).max(1_000).optional();
const path = z.string().min(1).max(4_096);

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

/** An artifact that a person chose for offline. `sizeBytes`: of its stored content; null: it is not stored. */
export const ChosenArtifact = z.object({
  key: z.string(),
  source: ArtifactSource,
  chosenAt: epochMs,
  sizeBytes: z.number().nullable(),
});
export type ChosenArtifact = z.infer<typeof ChosenArtifact>;

export const artifactFiles = {
  /** The files of a job whose content is stored. */
  stored: query(
    z.object({ scope: Scope }),
    z.object({ files: z.array(z.object({ path: z.string(), sizeBytes: z.number() })) }),
  ),
  /** The stored content of a file in the form in which a window shows it; null: it is not stored. */
  content: query(z.object({ scope: Scope, path }), z.object({ content: FileContent.nullable() })),
  /** Download a file of at most 200 MB and store it. Fails: `remote`/`too-large`; as a request. */
  load: command(z.object({ scope: Scope, path, jobToken }), z.object({ sizeBytes: z.number() }), { remote: true }),
  /**
   * Save a file or an archive to a place that the person chooses. A stored file of a job is not requested again; of one by
   * ref, only with `isStored`, because it may have changed. Archives are not unpacked.
   * Fails: `aborted` when the person cancels; as a request.
   */
  save: command(z.object({ source: ArtifactSource, jobToken, isStored: z.boolean().default(false) }), Exported),
  /** The artifacts of a project that a person chose for offline. */
  chosen: query(z.object({ scope: Scope }), z.object({ artifacts: z.array(ChosenArtifact) })),
  /**
   * Choose an artifact, or give it up. Pins that contain the files of its project store it. Its content is not deleted.
   * Fails: `invalid`, field `scope` or `path`.
   */
  choose: command(z.object({ source: ArtifactSource, isChosen: z.boolean() }), z.object({ isChosen: z.boolean() })),
  /** Artifacts were chosen or stored. */
  changed: event(z.object({ revision: z.number() })),
};
