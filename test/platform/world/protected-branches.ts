import { LEVEL } from './levels.ts';
import type { Project, Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

/** Who has a permission on a protected branch: an access level (0: nobody), one user or one group. */
export interface BranchAccess {
  readonly id: number;
  access_level: number | null;
  user_id: number | null;
  group_id: number | null;
}

export interface ProtectedBranch {
  readonly id: number;
  project_id: number;
  /** A branch name, in which `*` stands for any text. */
  name: string;
  push_access_levels: BranchAccess[];
  merge_access_levels: BranchAccess[];
  unprotect_access_levels: BranchAccess[];
  allow_force_push: boolean;
  code_owner_approval_required: boolean;
}

export interface ProtectedBranches extends Table<ProtectedBranch> {
  of(project: Project): ProtectedBranch[];
  /** The rules that match a branch by name or wildcard; none: it is not protected. */
  covering(project: Project, branch: string): ProtectedBranch[];
  /** The next id for an access level. */
  nextAccessId(): number;
}

export function createProtectedBranches(projects: Projects): ProtectedBranches {
  const table = createTable<ProtectedBranch>();
  projects.onRemove((project) => table.removeWhere((row) => row.project_id === project.id));
  const of = (project: Project) => table.filter((row) => row.project_id === project.id);
  let accessId = 0;
  return Object.assign(table, {
    of,
    covering: (project: Project, branch: string) => of(project).filter(({ name }) => fits(name, branch)),
    nextAccessId: () => (accessId += 1),
  });
}

function fits(pattern: string, branch: string) {
  if (!pattern.includes('*')) return pattern === branch;
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(branch);
}

/** Whether one of the rules allows it. */
export function allowsLevel(rules: readonly ProtectedBranch[], what: 'push' | 'merge', level: number): boolean {
  return rules.some((rule) =>
    rule[`${what}_access_levels`].some(
      ({ access_level }) => access_level !== null && access_level > LEVEL.none && level >= access_level,
    ),
  );
}
