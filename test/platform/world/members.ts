import type { Clock } from '../clock.ts';
import type { Group, Groups } from './groups.ts';
import { LEVEL } from './levels.ts';
import type { Project, Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

/** A user in a group or in a project. */
export interface Member {
  readonly id: number;
  source: { kind: 'group'; id: number } | { kind: 'project'; id: number };
  user_id: number;
  access_level: number;
  created_at: number;
  created_by_id: number | null;
  /** Midnight UTC of the day on which the membership ends; null: never. */
  expires_at: number | null;
}

export interface Members extends Table<Member> {
  /** Direct members that have not expired. */
  of(kind: 'group' | 'project', id: number): Member[];
  /** Highest level by membership in the project, in the groups it lies in, or by owning its namespace; 0: none. */
  levelInProject(project: Project, userId: number): number;
  /** Highest level by membership in the group or in one above it; 0: none. */
  levelInGroup(group: Group, userId: number): number;
  /** Everyone who is a direct member of a project or owns one. */
  usersWithProjects(): Set<number>;
}

interface Needs {
  users: Users;
  groups: Groups;
  projects: Projects;
  clock: Clock;
}

export function createMembers({ users, groups, projects, clock }: Needs): Members {
  const table = createTable<Member>();
  const bySource = new Map<string, Set<Member>>();
  const keyOf = (kind: string, id: number) => `${kind} ${id}`;
  table.onAdd((member) => {
    const key = keyOf(member.source.kind, member.source.id);
    bySource.set(key, (bySource.get(key) ?? new Set()).add(member));
  });
  table.onRemove((member) => bySource.get(keyOf(member.source.kind, member.source.id))?.delete(member));
  users.onRemove((user) => table.removeWhere((member) => member.user_id === user.id));
  groups.onRemove((group) => table.removeWhere(({ source }) => source.kind === 'group' && source.id === group.id));
  projects.onRemove((project) =>
    table.removeWhere(({ source }) => source.kind === 'project' && source.id === project.id),
  );

  const isCurrent = (member: Member) => member.expires_at === null || clock.now() < member.expires_at;
  const of = (kind: 'group' | 'project', id: number) => [...(bySource.get(keyOf(kind, id)) ?? [])].filter(isCurrent);
  const levelIn = (members: Member[], userId: number) =>
    Math.max(LEVEL.none, ...members.filter((member) => member.user_id === userId).map((member) => member.access_level));
  const levelInGroup = (group: Group, userId: number) =>
    levelIn(
      groups.chain(group).flatMap(({ id }) => of('group', id)),
      userId,
    );
  return Object.assign(table, {
    of,
    levelInGroup,
    levelInProject(project: Project, userId: number) {
      if (projects.ownerOf(project)?.id === userId) return LEVEL.owner;
      const [nearest] = projects.groupsOf(project);
      return Math.max(levelIn(of('project', project.id), userId), nearest ? levelInGroup(nearest, userId) : LEVEL.none);
    },
    usersWithProjects() {
      const direct = table.filter(({ source }) => source.kind === 'project').map(({ user_id }) => user_id);
      const owners = projects.all().map((project) => projects.ownerOf(project)?.id ?? 0);
      return new Set([...direct, ...owners]);
    },
  });
}
