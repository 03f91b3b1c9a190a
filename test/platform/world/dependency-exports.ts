import { DAY_MS } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Background, Settings } from '../settings.ts';
import type { Dependency } from './dependencies.ts';
import type { Groups } from './groups.ts';
import type { Project, Projects } from './projects.ts';
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
  /** The packages at the time of the request. */
  content: readonly Dependency[];
  /** Time until it is finished. */
  generating_ms: number;
  /** The result of the export. */
  background: Background;
}

/** The time for generating an export: a part that is always the same, and a part for each package. */
const GENERATING_MS = 1500;
const GENERATING_ONE_MS = 5;
/** How long an export is kept after it was generated. */
export const KEPT_MS = 7 * DAY_MS;

export const finishedAt = ({ created_at, generating_ms }: DependencyExport) => created_at + generating_ms;
export const expiresAt = (row: DependencyExport) => finishedAt(row) + KEPT_MS;

export function exportStatus(row: DependencyExport, now: number): 'running' | 'finished' | 'failed' {
  if (row.background === 'stalls' || now < finishedAt(row)) return 'running';
  return row.background === 'fails' ? 'failed' : 'finished';
}
export const isFinished = (row: DependencyExport, now: number) => exportStatus(row, now) === 'finished';

type NewExport = Pick<DependencyExport, 'of' | 'export_type' | 'send_email' | 'author_id'> &
  Partial<Pick<DependencyExport, 'created_at' | 'background' | 'generating_ms'>>;

export interface DependencyExports extends Table<DependencyExport> {
  /** Begins an export of the packages that the resource has now. */
  start(given: NewExport): DependencyExport;
  /** An export that has not expired. */
  current(id: number): DependencyExport | undefined;
  /** Returns the result of the next export. By default it is that of the settings. */
  nextResult: () => Background;
  /** Returns the project of a pipeline. Set by the pipelines. */
  projectOfPipeline: (pipelineId: number) => Project | undefined;
}

interface Needs {
  users: Users;
  groups: Groups;
  projects: Projects;
  dependencies: Table<Dependency>;
  settings: Pick<Settings, 'background'>;
  clock: Clock;
}

export function createDependencyExports(needs: Needs): DependencyExports {
  const { users, groups, projects, dependencies, settings, clock } = needs;
  const table = createTable<DependencyExport>();
  users.onRemove((user) => table.removeWhere((row) => row.author_id === user.id));
  /** For a group, the packages of all its projects, including those of subgroups. */
  const contentOf = (of: ExportOf) => {
    const group = of.kind === 'group' ? groups.get(of.id) : undefined;
    const ids = group === undefined ? [of.kind === 'pipeline' ? of.project_id : of.id] : idsIn(projects.inGroup(group));
    const places = new Map(ids.map((id, i) => [id, i]));
    return dependencies
      .filter(({ project_id }) => places.has(project_id))
      .toSorted((a, b) => (places.get(a.project_id) ?? 0) - (places.get(b.project_id) ?? 0))
      .map((row) => ({ ...row }));
  };
  const exports: DependencyExports = Object.assign(table, {
    start(given: NewExport) {
      const content = contentOf(given.of);
      return table.add({
        ...given,
        created_at: given.created_at ?? clock.now(),
        background: given.background ?? exports.nextResult(),
        generating_ms: given.generating_ms ?? GENERATING_MS + GENERATING_ONE_MS * content.length,
        content,
      });
    },
    nextResult: () => settings.background,
    projectOfPipeline: () => undefined,
    current(id: number) {
      const row = table.get(id);
      return row !== undefined && clock.now() < expiresAt(row) ? row : undefined;
    },
  });
  return exports;
}

const idsIn = (rows: readonly Project[]) => rows.map(({ id }) => id);
