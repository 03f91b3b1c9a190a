import type { Pipelines } from './pipelines.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export interface ArtifactFile {
  content: Buffer;
  /** Unix mode with its type, in octal: `100644`. */
  mode: string;
}

/** The artifacts archive of a job. */
export interface Artifacts {
  /** By path, without a leading slash. */
  files: ReadonlyMap<string, ArtifactFile>;
  /** Whether it is in object storage: requests for the archive are redirected to the CDN. */
  isRemote: boolean;
  /** False: the list of files in the archive is missing. */
  hasMetadata: boolean;
  /** Null: never. */
  expire_at: number | null;
}

export interface Job {
  readonly id: number;
  pipeline_id: number;
  name: string;
  stage: string;
  status: 'created' | 'manual' | 'running' | 'success' | 'failed' | 'canceled';
  allow_failure: boolean;
  coverage: number | null;
  user_id: number;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  erased_at: number | null;
  artifacts: Artifacts | null;
}

export function createJobs(pipelines: Pipelines): Table<Job> {
  const table = createTable<Job>();
  pipelines.onRemove((pipeline) => table.removeWhere((job) => job.pipeline_id === pipeline.id));
  return table;
}
