import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

/** Who must approve a deployment: an access level, one user or one group. */
export interface ApprovalRule {
  user_id: number | null;
  group_id: number | null;
  access_level: number | null;
  required_approvals: number;
}

export interface Environment {
  readonly id: number;
  project_id: number;
  name: string;
  external_url: string | null;
  approval_rules: readonly ApprovalRule[];
}

export interface Environments extends Table<Environment> {
  byName(projectId: number, name: string): Environment | undefined;
}

export function createEnvironments(projects: Projects): Environments {
  const table = createTable<Environment>();
  projects.onRemove((project) => table.removeWhere((row) => row.project_id === project.id));
  return Object.assign(table, {
    byName: (projectId: number, name: string) => table.find((row) => row.project_id === projectId && row.name === name),
  });
}
