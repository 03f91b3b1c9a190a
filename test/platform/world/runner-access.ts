import type { Caller } from '../caller.ts';
import { levelInGroup, levelInProject, seesGroup, seesProject } from './access.ts';
import { LEVEL } from './levels.ts';
import type { Runner } from './runners.ts';
import type { World } from './world.ts';

/** Security Managers read a project's runners, yet Developers, who are above them, do not (document 3:90). */
const READERS: readonly number[] = [LEVEL.securityManager, LEVEL.maintainer, LEVEL.owner];

/** The permission of a custom role that lets its holder manage runners (document 3:93). */
const PERMISSION = 'admin_runners';

/** May the caller look at this runner? Everyone may look at those of the instance. */
export function readsRunner(world: World, runner: Runner, as: Caller): boolean {
  if (runner.runner_type === 'instance_type' || as.auditor) return true;
  return belongsToCaller(world, runner, as);
}

/** Is it a group's or project's runner that the caller's role reaches? */
export function belongsToCaller(world: World, runner: Runner, as: Caller): boolean {
  return reaches(world, runner, as, (level) => READERS.includes(level));
}

/** May the caller see what it ran? Of those of the instance, only who sees everything. */
export function readsJobsOfRunner(world: World, runner: Runner, as: Caller): boolean {
  return as.admin || as.auditor || belongsToCaller(world, runner, as);
}

/** May the caller change it? */
export function managesRunner(world: World, runner: Runner, as: Caller): boolean {
  return as.admin || reaches(world, runner, as, (level) => level >= LEVEL.maintainer);
}

function reaches(world: World, runner: Runner, as: Caller, isEnough: (level: number) => boolean): boolean {
  const permits = (where: Parameters<typeof world.members.hasPermission>[0]) =>
    as.user !== null && world.members.hasPermission(where, as.user.id, PERMISSION);
  if (runner.runner_type === 'group_type') {
    const group = world.groups.get(runner.group_id ?? 0);
    if (group === undefined) return false;
    return levelInGroup(world, group, as) === LEVEL.owner || permits({ group });
  }
  return runner.project_ids.some((id) => {
    const project = world.projects.get(id);
    return project !== undefined && (isEnough(levelInProject(world, project, as)) || permits({ project }));
  });
}

/** Does the caller see the group, or one of the projects, that it is for? Then it exists for them. */
export function knowsRunner(world: World, runner: Runner, as: Caller): boolean {
  if (readsRunner(world, runner, as)) return true;
  const group = world.groups.get(runner.group_id ?? 0);
  if (group !== undefined && seesGroup(world, group, as)) return true;
  return runner.project_ids.some((id) => {
    const project = world.projects.get(id);
    return project !== undefined && seesProject(world, project, as);
  });
}

/** May the caller list all runners that a project can use? */
export function readsRunnersOfProject(world: World, project: Parameters<typeof levelInProject>[1], as: Caller) {
  const isPermitted = as.user !== null && world.members.hasPermission({ project }, as.user.id, PERMISSION);
  return as.auditor || isPermitted || READERS.includes(levelInProject(world, project, as));
}

export function readsRunnersOfGroup(world: World, group: Parameters<typeof levelInGroup>[1], as: Caller) {
  const isPermitted = as.user !== null && world.members.hasPermission({ group }, as.user.id, PERMISSION);
  return as.auditor || isPermitted || levelInGroup(world, group, as) === LEVEL.owner;
}
