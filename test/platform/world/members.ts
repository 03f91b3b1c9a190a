import type { Clock } from '../clock.ts';
import type { Group, Groups } from './groups.ts';
import { LEVEL } from './levels.ts';
import type { Project, Projects } from './projects.ts';
import type { Source } from './source.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

/** A user in a group or in a project. */
export interface Member {
  readonly id: number;
  source: Source;
  user_id: number;
  access_level: number;
  created_at: number;
  created_by_id: number | null;
  /** Midnight UTC of the day on which the membership ends; null: never. */
  expires_at: number | null;
  /** Members who await approval have no access. Default: active. */
  state?: 'awaiting' | 'active';
  member_role_id?: number | null;
  invite_source?: string | null;
}

/** A group that was invited to a group or project. Its members have access with at most `group_access`. */
export interface GroupShare {
  readonly id: number;
  source: Source;
  group_id: number;
  group_access: number;
}

/** A custom role of a top-level group: an access level and additional permissions. */
export interface MemberRole {
  readonly id: number;
  group_id: number;
  name: string;
  base_access_level: number;
  permissions: readonly string[];
}

export interface Members extends Table<Member> {
  shares: Table<GroupShare>;
  roles: Table<MemberRole>;
  /** Direct members that have not expired. */
  of(kind: 'group' | 'project', id: number): Member[];
  /** Direct members of a project that have not expired, including the owner of a personal namespace. */
  direct(project: Project): Member[];
  /** All memberships for a project, including those that await approval: direct, inherited, and of invited groups. */
  routes(project: Project): Route[];
  /** Highest level for a project: direct, inherited, by invitation or as owner; 0: none. */
  levelInProject(project: Project, userId: number): number;
  /** Highest level for a group: direct, inherited or by invitation; 0: none. */
  levelInGroup(group: Group, userId: number): number;
  /** Whether a custom role in the project, the group or a parent group has this permission. */
  hasPermission(where: { project: Project } | { group: Group }, userId: number, permission: string): boolean;
  /** All users who are direct members of a project or own one. */
  usersWithProjects(): Set<number>;
}

/** One membership for a project: `member` with the effective level, `invited` with the invited group. */
export interface Route {
  member: Member;
  invited: Group | null;
}

interface Needs {
  users: Users;
  groups: Groups;
  projects: Projects;
  clock: Clock;
}

export const isAwaiting = ({ state }: Member) => state === 'awaiting';

const groupSource = (id: number): Source => ({ kind: 'group', id });

export function createMembers({ users, groups, projects, clock }: Needs): Members {
  const table = createTable<Member>();
  const shares = createTable<GroupShare>();
  const roles = createTable<MemberRole>();
  const bySource = new Map<string, Set<Member>>();
  const keyOf = ({ kind, id }: Source) => `${kind} ${id}`;
  table.onAdd((member) => {
    const key = keyOf(member.source);
    bySource.set(key, (bySource.get(key) ?? new Set()).add(member));
  });
  table.onRemove((member) => bySource.get(keyOf(member.source))?.delete(member));
  const leave = (gone: Source) => {
    for (const rows of [table, shares]) rows.removeWhere(({ source }) => keyOf(source) === keyOf(gone));
  };
  users.onRemove((user) => table.removeWhere((member) => member.user_id === user.id));
  projects.onRemove((project) => leave({ kind: 'project', id: project.id }));
  groups.onRemove((group) => {
    leave(groupSource(group.id));
    shares.removeWhere((share) => share.group_id === group.id);
    roles.removeWhere((role) => role.group_id === group.id);
  });

  const isCurrent = (member: Member) => member.expires_at === null || clock.now() < member.expires_at;
  const at = (source: Source) => [...(bySource.get(keyOf(source)) ?? [])].filter(isCurrent);
  const direct = (sources: readonly Source[], userId?: number): Route[] =>
    sources
      .flatMap(at)
      .filter((member) => userId === undefined || member.user_id === userId)
      .map((member) => ({ member, invited: null }));
  const above = (group: Group) => groups.chain(group).map(({ id }) => groupSource(id));
  /** Members of invited groups. Invitations to an invited group do not count. */
  const invited = (sources: readonly Source[], userId?: number): Route[] => {
    const keys = new Set(sources.map(keyOf));
    return shares
      .filter(({ source }) => keys.has(keyOf(source)))
      .flatMap(({ group_id, group_access }) => {
        const group = groups.get(group_id);
        if (group === undefined) return [];
        return direct(above(group), userId).map(({ member }) => ({
          member: { ...member, access_level: Math.min(member.access_level, group_access) },
          invited: group,
        }));
      });
  };
  const routes = (sources: readonly Source[], userId?: number) => [
    ...direct(sources, userId),
    ...invited(sources, userId),
  ];
  const sourcesOf = (project: Project): Source[] => {
    const [nearest] = projects.groupsOf(project);
    return [{ kind: 'project', id: project.id }, ...(nearest === undefined ? [] : above(nearest))];
  };
  const highest = (found: readonly Route[]) =>
    Math.max(
      LEVEL.none,
      ...found.filter(({ member }) => !isAwaiting(member)).map((route) => route.member.access_level),
    );
  const directOf = (project: Project): Member[] => {
    const source: Source = { kind: 'project', id: project.id };
    const owner = projects.ownerOf(project);
    if (owner === undefined) return at(source);
    const { created_at } = project;
    const own = { id: 0, source, user_id: owner.id, access_level: LEVEL.owner, created_at, created_by_id: owner.id };
    return [{ ...own, expires_at: null }, ...at(source)];
  };

  return Object.assign(table, {
    shares,
    roles,
    of: (kind: 'group' | 'project', id: number) => at({ kind, id }),
    direct: directOf,
    routes(project: Project) {
      const [, ...higher] = sourcesOf(project);
      const own = directOf(project).map((member) => ({ member, invited: null }));
      return [...own, ...direct(higher), ...invited(sourcesOf(project))];
    },
    levelInGroup: (group: Group, userId: number) => highest(routes(above(group), userId)),
    levelInProject(project: Project, userId: number) {
      if (projects.ownerOf(project)?.id === userId) return LEVEL.owner;
      return highest(routes(sourcesOf(project), userId));
    },
    hasPermission(where: { project: Project } | { group: Group }, userId: number, permission: string) {
      const sources = 'project' in where ? sourcesOf(where.project) : above(where.group);
      return direct(sources, userId).some(
        ({ member }) => !isAwaiting(member) && roles.get(member.member_role_id ?? 0)?.permissions.includes(permission),
      );
    },
    usersWithProjects() {
      const members = table.filter(({ source }) => source.kind === 'project').map(({ user_id }) => user_id);
      const owners = projects.all().map((project) => projects.ownerOf(project)?.id ?? 0);
      return new Set([...members, ...owners]);
    },
  });
}

/** Each user once, with the highest level of all memberships. */
export function highestOf(routes: readonly Route[]): Member[] {
  const best = new Map<number, Member>();
  for (const { member } of routes) {
    const known = best.get(member.user_id);
    if (known === undefined || isBetter(member, known)) best.set(member.user_id, member);
  }
  return [...best.values()];
}

/** An active membership takes precedence over one that awaits approval, then the higher level. */
function isBetter(one: Member, other: Member) {
  if (isAwaiting(one) !== isAwaiting(other)) return isAwaiting(other);
  return one.access_level > other.access_level;
}
