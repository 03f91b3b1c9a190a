import type { Caller } from '../caller.ts';
import { signedIn } from '../caller.ts';
import { forbidden } from '../http/refusal.ts';
import { levelInProject, requireProject } from './access.ts';
import { LEVEL } from './levels.ts';
import type { Project } from './projects.ts';
import { allowsLevel } from './protected-branches.ts';
import type { User } from './user.ts';
import type { World } from './world.ts';

/**
 * The project of `:id` for a caller who may read its code: everyone who can see a public project, Reporters of a private
 * one, auditors of all. Fails: 404 if it is hidden, 403 for members without the role.
 */
export function requireCode(world: World, as: Caller, idOrPath: string | undefined): Project {
  const project = requireProject(world, as, idOrPath);
  const isOpen = project.visibility !== 'private' || as.auditor;
  if (!isOpen && levelInProject(world, project, as) < LEVEL.reporter) throw forbidden();
  return project;
}

/** A level above all roles, for branches that only administrators may change. */
const ADMINISTRATOR = 60;

/** The project of `:id` and the account of the caller, if the caller is a Developer and the project is not archived. */
export function requireDeveloper(world: World, as: Caller, idOrPath: string | undefined): [Project, User] {
  const project = requireProject(world, as, idOrPath, LEVEL.developer);
  if (project.archived) throw forbidden('The project is archived');
  return [project, signedIn(as)];
}

/** Whether the caller may push to this branch. Protected branches require more than the Developer role. */
export function canPush(world: World, project: Project, branch: string, as: Caller): boolean {
  const { user } = as;
  const level = as.admin ? ADMINISTRATOR : levelInProject(world, project, as);
  if (user === null || level < LEVEL.developer || project.archived) return false;
  const rules = world.protectedBranches.covering(project, branch);
  if (rules.length === 0 || allowsLevel(rules, 'push', level)) return true;
  return rules.some(({ push_access_levels }) =>
    push_access_levels.some(({ user_id, group_id }) => {
      if (user_id !== null) return user_id === user.id;
      const group = group_id === null ? undefined : world.groups.get(group_id);
      return group !== undefined && world.members.levelInGroup(group, user.id) >= LEVEL.developer;
    }),
  );
}

/** Fails: 403 if the caller may not push to this branch, or may not force-push. */
export function requirePush(world: World, project: Project, branch: string, as: Caller, isForced = false): void {
  if (!canPush(world, project, branch, as)) throw forbidden('You are not allowed to push into this branch');
  const rules = world.protectedBranches.covering(project, branch);
  if (isForced && rules.length > 0 && !rules.some((rule) => rule.allow_force_push))
    throw forbidden('You are not allowed to force push code to a protected branch on this project');
}
