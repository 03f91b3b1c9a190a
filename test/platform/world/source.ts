import type { Groups } from './groups.ts';
import type { Project, Projects } from './projects.ts';
import type { Table } from './table.ts';

/** Where a label, a milestone and the like is defined: a group passes its own on to all below it. */
export interface Source {
  kind: 'group' | 'project';
  id: number;
}

interface Sourced {
  readonly id: number;
  source: Source;
}

/** Lets rows go away with the group or project that they are defined in. */
export function tieToSource<Row extends Sourced>(table: Table<Row>, groups: Groups, projects: Projects): void {
  groups.onRemove((group) => table.removeWhere(({ source }) => source.kind === 'group' && source.id === group.id));
  projects.onRemove((project) =>
    table.removeWhere(({ source }) => source.kind === 'project' && source.id === project.id),
  );
}

/** Is it defined in the project, or in a group around it? */
export function reaches(source: Source, project: Project, projects: Projects): boolean {
  if (source.kind === 'project') return source.id === project.id;
  return projects.groupsOf(project).some((group) => group.id === source.id);
}
