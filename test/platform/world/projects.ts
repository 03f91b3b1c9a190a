import type { Group, Groups, Visibility } from './groups.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { User } from './user.ts';
import type { Users } from './users.ts';

export interface Project {
  readonly id: number;
  name: string;
  path: string;
  description: string;
  visibility: Visibility;
  /** The group or user of the project. */
  namespace: { kind: 'group'; id: number } | { kind: 'user'; id: number };
  creator_id: number;
  default_branch: string;
  archived: boolean;
  topics: string[];
  star_count: number;
  avatar_url: string | null;
  created_at: number;
  last_activity_at: number;
}

export interface Projects extends Table<Project> {
  /** By id or by full path, case-insensitive. */
  lookup(idOrPath: string): Project | undefined;
  fullPath(project: Project): string;
  /** `Group / Subgroup / Project`. */
  fullName(project: Project): string;
  /** The parent groups, nearest first; none in a personal namespace. */
  groupsOf(project: Project): Group[];
  /** Undefined in a group. */
  ownerOf(project: Project): User | undefined;
  /** The projects of a group and its subgroups. */
  inGroup(group: Group): Project[];
  /** Moves a project to this full path. Fails: if the group or user of the path does not exist. */
  move(project: Project, newPath: string): void;
  /** The project that had this full path before it was moved, unless another project has the path now. */
  movedFrom(path: string): Project | undefined;
}

export function createProjects(groups: Groups, users: Users): Projects {
  const table = createTable<Project>();
  const groupOf = ({ namespace }: Project) => (namespace.kind === 'group' ? groups.get(namespace.id) : undefined);
  const ownerOf = ({ namespace }: Project) => (namespace.kind === 'user' ? users.get(namespace.id) : undefined);
  const fullPath = (project: Project) => {
    const group = groupOf(project);
    return `${group ? groups.fullPath(group) : ownerOf(project)?.username}/${project.path}`;
  };
  const isIn = ({ namespace }: Project, kind: 'group' | 'user', id: number) =>
    namespace.kind === kind && namespace.id === id;
  groups.onRemove((group) => table.removeWhere((project) => isIn(project, 'group', group.id)));
  users.onRemove((user) => table.removeWhere((project) => isIn(project, 'user', user.id)));
  const formerPaths = new Map<string, number>();
  const projects: Projects = Object.assign(table, {
    lookup(idOrPath: string) {
      if (/^\d+$/.test(idOrPath)) return table.get(Number(idOrPath));
      const wanted = idOrPath.toLowerCase();
      // The last part is compared first, because building the full path of every project takes time.
      return table.find(
        (project) => wanted.endsWith(project.path.toLowerCase()) && fullPath(project).toLowerCase() === wanted,
      );
    },
    fullPath,
    fullName(project: Project) {
      const group = groupOf(project);
      return `${group ? groups.fullName(group) : ownerOf(project)?.name} / ${project.name}`;
    },
    groupsOf(project: Project) {
      const group = groupOf(project);
      return group ? groups.chain(group) : [];
    },
    ownerOf,
    inGroup: (group: Group) =>
      groups.tree(group).flatMap(({ id }) => table.filter((project) => isIn(project, 'group', id))),
    move(project: Project, newPath: string) {
      const [, namespace = '', path = ''] = /^(.+)\/([^/]+)$/.exec(newPath) ?? [];
      const group = groups.lookup(namespace);
      const user = users.byUsername(namespace);
      const kind = group === undefined ? ('user' as const) : ('group' as const);
      const id = group?.id ?? user?.id;
      if (id === undefined) throw new Error(`there is no group or user ${namespace}`);
      formerPaths.set(fullPath(project).toLowerCase(), project.id);
      Object.assign(project, { path, namespace: { kind, id } });
    },
    movedFrom: (path: string) =>
      projects.lookup(path) === undefined ? table.get(formerPaths.get(path.toLowerCase()) ?? 0) : undefined,
  });
  return projects;
}
