import type { Clock } from '../clock.ts';
import type { Background, Settings } from '../settings.ts';
import type { Project, Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

export type ImportStatus = 'scheduled' | 'started' | 'finished' | 'failed' | 'canceled';

/** The import of a repository of another service. */
export interface Import {
  readonly id: number;
  project_id: number;
  user_id: number;
  /** The service of the repository. */
  source: 'codehost_a' | 'codehost_b' | 'codehost_b_server';
  /** `owner/repository` at the service, and its address. */
  import_source: string;
  provider_link: string;
  created_at: number;
  canceled_at: number | null;
  /** The result of the import. */
  background: Background;
  /** The time until it starts, and until it ends. */
  waits_ms: number;
  ends_after_ms: number;
  /** The reason of a failure. */
  reason: string;
}

/** How an import goes on. */
export type ImportCourse = Pick<Import, 'background' | 'waits_ms' | 'ends_after_ms' | 'reason'>;

export interface Imports extends Table<Import> {
  /** The newest import of a project; undefined if it was not imported. */
  ofProject(project: Project): Import | undefined;
  status(row: Import): ImportStatus;
  /** Returns how the next import goes on. By default it ends after some seconds, with the result of the settings. */
  nextCourse: () => ImportCourse;
  /** The end of the gist import of a user; undefined if none is running. */
  gistsEndAt(userId: number): number | undefined;
  startGists(userId: number): void;
}

/** An import waits this long, then runs until `IMPORT_DONE_MS`. */
export const IMPORT_WAITS_MS = 3000;
export const IMPORT_DONE_MS = 10_000;
export const GISTS_DONE_MS = 5000;

const REFUSED = 'Error importing repository: the other service closed the connection unexpectedly';

export function createImports(
  projects: Projects,
  users: Users,
  clock: Clock,
  settings: Pick<Settings, 'background'>,
): Imports {
  const table = createTable<Import>();
  const gists = new Map<number, number>();
  projects.onRemove((project) => table.removeWhere((row) => row.project_id === project.id));
  users.onRemove((user) => gists.delete(user.id));
  return Object.assign(table, {
    ofProject: (project: Project) => table.filter((row) => row.project_id === project.id).at(-1),
    status(row: Import): ImportStatus {
      if (row.canceled_at !== null) return 'canceled';
      const ageMs = clock.now() - row.created_at;
      if (ageMs < row.waits_ms) return 'scheduled';
      if (row.background === 'stalls' || ageMs < row.ends_after_ms) return 'started';
      return row.background === 'fails' ? 'failed' : 'finished';
    },
    nextCourse: () => ({
      background: settings.background,
      waits_ms: IMPORT_WAITS_MS,
      ends_after_ms: IMPORT_DONE_MS,
      reason: REFUSED,
    }),
    gistsEndAt(userId: number) {
      const endAt = gists.get(userId);
      return endAt !== undefined && clock.now() < endAt ? endAt : undefined;
    },
    startGists: (userId: number) => gists.set(userId, clock.now() + GISTS_DONE_MS),
  });
}
