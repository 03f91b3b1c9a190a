import type { Caller } from '../caller.ts';
import { signedIn } from '../caller.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Group } from './groups.ts';
import { LEVEL } from './levels.ts';
import type { Project } from './projects.ts';
import type { World } from './world.ts';

/** The caller's level; administrators count as owners. */
export function levelInProject(world: World, project: Project, as: Caller): number {
  if (as.admin) return LEVEL.owner;
  return as.user === null ? LEVEL.none : world.members.levelInProject(project, as.user.id);
}

export function levelInGroup(world: World, group: Group, as: Caller): number {
  if (as.admin) return LEVEL.owner;
  return as.user === null ? LEVEL.none : world.members.levelInGroup(group, as.user.id);
}

/** Whether the caller may see that it exists. Auditors may see everything. */
export function seesProject(world: World, project: Project, as: Caller): boolean {
  return isOpen(project, as) || levelInProject(world, project, as) >= LEVEL.guest;
}

/** Members of a project can also see its parent groups. */
export function seesGroup(world: World, group: Group, as: Caller): boolean {
  if (isOpen(group, as) || levelInGroup(world, group, as) >= LEVEL.minimal) return true;
  return world.projects.inGroup(group).some((project) => levelInProject(world, project, as) >= LEVEL.guest);
}

function isOpen({ visibility }: Project | Group, as: Caller) {
  if (visibility === 'public' || as.auditor) return true;
  return visibility === 'internal' && as.user !== null && !as.user.external;
}

/**
 * The project of `:id` for a caller with at least this level; without a level, seeing it is enough.
 * Fails: 404 if it is hidden or missing, 401 without a token, 403 for a missing role (readings 13), or `refuse()`.
 */
export function requireProject(
  world: World,
  as: Caller,
  idOrPath: string | undefined,
  level: number = LEVEL.none,
  refuse: () => Refusal = forbidden,
): Project {
  const project = world.projects.lookup(idOrPath ?? '');
  if (project === undefined || !seesProject(world, project, as)) throw notFound('Project');
  if (level > LEVEL.none) signedIn(as);
  if (levelInProject(world, project, as) < level) throw refuse();
  return project;
}

/** The group of `:id`; like `requireProject`. */
export function requireGroup(
  world: World,
  as: Caller,
  idOrPath: string | undefined,
  level: number = LEVEL.none,
  refuse: () => Refusal = forbidden,
): Group {
  const group = world.groups.lookup(idOrPath ?? '');
  if (group === undefined || !seesGroup(world, group, as)) throw notFound('Group');
  if (level > LEVEL.none) signedIn(as);
  if (levelInGroup(world, group, as) < level) throw refuse();
  return group;
}

/** Refuses everyone but administrators with 403. */
export function requireAdmin(as: Caller): void {
  signedIn(as);
  if (!as.admin) throw forbidden();
}
