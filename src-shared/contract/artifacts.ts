import { z } from 'zod';
import { collection } from './collection.ts';

/** A file or directory in an archive of artifacts; the path of a directory ends with `/` (document 1:64). */
export const ArtifactEntry = z.looseObject({
  name: z.string().nullish(),
  path: z.string(),
  type: z.string().nullish(),
  /** In bytes; only for files. */
  size: z.number().int().nullish(),
  /** Octal, six digits. */
  mode: z.string().nullish(),
});
export type ArtifactEntry = z.infer<typeof ArtifactEntry>;

/** The reply to keeping artifacts: a job, whose fields are not shown (document 1:171). */
export const KeptJob = z.looseObject({ id: z.number().int().nullish() });

/** Parameters of the tree: a directory of the archive (document 1:169). */
export const ArtifactFilter = z.object({ path: z.string().min(1).optional(), recursive: z.boolean().optional() });

/** Artifacts of the latest successful pipeline of a reference (document 1:167, 1:170). */
export const ArtifactsOfReference = z.object({
  /** The name of the job. */
  job: z.string().min(1),
  /** Search up to 100 recent successful pipelines. */
  search_recent_successful_pipelines: z.boolean().optional(),
});

/** The files in the archive of a job (`project:7/job:12`), with all folders. */
export const artifacts = collection({
  row: ArtifactEntry,
  key: 'path',
  lists: { 'project/job': 'GET /projects/:id/jobs/:job_id/artifacts/tree' },
  query: { recursive: true },
  title: 'path',
  columns: { path: 'normal', type: 'text', size: 'number' },
  searched: ['path'],
  recorded: false,
  groups: { entry: ['path', 'name', 'type', 'size', 'mode'] },
  isInPalette: false,
  isCounted: false,
});
