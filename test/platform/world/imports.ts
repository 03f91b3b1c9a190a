import type { Clock } from '../clock.ts';
import type { Background } from '../settings.ts';
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
}

export interface Imports extends Table<Import> {
  /** The newest import of a project; undefined if it was not imported. */
  ofProject(project: Project): Import | undefined;
  /** Starts an import, which runs and ends some seconds later. */
  status(row: Import): ImportStatus;
  /** The end of the gist import of a user; undefined if none is running. */
  gistsEndAt(userId: number): number | undefined;
  startGists(userId: number): void;
}

/** An import waits this long, then runs until `IMPORT_DONE_MS`. */
export const IMPORT_WAITS_MS = 3000;
export const IMPORT_DONE_MS = 10_000;
export const GISTS_DONE_MS = 5000;

export function createImports(projects: Projects, users: Users, clock: Clock): Imports {
  const table = createTable<Import>();
  const gists = new Map<number, number>();
  projects.onRemove((project) => table.removeWhere((row) => row.project_id === project.id));
  users.onRemove((user) => gists.delete(user.id));
  return Object.assign(table, {
    ofProject: (project: Project) => table.filter((row) => row.project_id === project.id).at(-1),
    status(row: Import): ImportStatus {
      if (row.canceled_at !== null) return 'canceled';
      const ageMs = clock.now() - row.created_at;
      if (ageMs < IMPORT_WAITS_MS) return 'scheduled';
      if (row.background === 'stalls' || ageMs < IMPORT_DONE_MS) return 'started';
      return row.background === 'fails' ? 'failed' : 'finished';
    },
    gistsEndAt(userId: number) {
      const endAt = gists.get(userId);
      return endAt !== undefined && clock.now() < endAt ? endAt : undefined;
    },
    startGists: (userId: number) => gists.set(userId, clock.now() + GISTS_DONE_MS),
  });
}
