import { DAY_MS } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Background } from '../settings.ts';
import type { Project } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

export type ExportType = 'dependency_list' | 'sbom' | 'cyclonedx_1_6_json' | 'json_array' | 'csv';

/** The exported resource. */
export type ExportOf =
  | { kind: 'project'; id: number }
  | { kind: 'group'; id: number }
  | { kind: 'pipeline'; id: number; project_id: number };

export interface DependencyExport {
  readonly id: number;
  of: ExportOf;
  export_type: ExportType;
  send_email: boolean;
  author_id: number;
  created_at: number;
  /** The result of the export. */
  background: Background;
}

/** The time for generating an export, and how long it is kept afterwards. */
export const GENERATING_MS = 1500;
export const KEPT_MS = 7 * DAY_MS;

export function exportStatus(
  { created_at, background }: DependencyExport,
  now: number,
): 'running' | 'finished' | 'failed' {
  if (background === 'stalls' || now < created_at + GENERATING_MS) return 'running';
  return background === 'fails' ? 'failed' : 'finished';
}
export const isFinished = (row: DependencyExport, now: number) => exportStatus(row, now) === 'finished';
export const expiresAt = ({ created_at }: DependencyExport) => created_at + GENERATING_MS + KEPT_MS;

export interface DependencyExports extends Table<DependencyExport> {
  /** An export that has not expired. */
  current(id: number): DependencyExport | undefined;
  /** Returns the project of a pipeline. Set by the pipelines. */
  projectOfPipeline: (pipelineId: number) => Project | undefined;
}

export function createDependencyExports(users: Users, clock: Clock): DependencyExports {
  const table = createTable<DependencyExport>();
  users.onRemove((user) => table.removeWhere((row) => row.author_id === user.id));
  return Object.assign(table, {
    projectOfPipeline: () => undefined,
    current(id: number) {
      const row = table.get(id);
      return row !== undefined && clock.now() < expiresAt(row) ? row : undefined;
    },
  });
}
