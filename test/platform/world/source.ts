import type { Groups } from './groups.ts';
import type { Project, Projects } from './projects.ts';
import type { Table } from './table.ts';

/** The group or project of a label, milestone or other row. Those of a group are inherited by subgroups and projects. */
export interface Source {
  kind: 'group' | 'project';
  id: number;
}

interface Sourced {
  readonly id: number;
  source: Source;
}

/** Deletes rows with their group or project. */
export function tieToSource<Row extends Sourced>(table: Table<Row>, groups: Groups, projects: Projects): void {
  groups.onRemove((group) => table.removeWhere(({ source }) => source.kind === 'group' && source.id === group.id));
  projects.onRemove((project) =>
    table.removeWhere(({ source }) => source.kind === 'project' && source.id === project.id),
  );
}

/** Whether it is defined in the project or in a parent group. */
export function reaches(source: Source, project: Project, projects: Projects): boolean {
  if (source.kind === 'project') return source.id === project.id;
  return projects.groupsOf(project).some((group) => group.id === source.id);
}
