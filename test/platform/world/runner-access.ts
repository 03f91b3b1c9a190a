import type { Caller } from '../caller.ts';
import { levelInGroup, levelInProject, seesGroup, seesProject } from './access.ts';
import { LEVEL } from './levels.ts';
import type { Runner } from './runners.ts';
import type { World } from './world.ts';

/** Security Managers may read the runners of a project, but Developers, a higher level, may not (document 3:90). */
const READERS: readonly number[] = [LEVEL.securityManager, LEVEL.maintainer, LEVEL.owner];

/** The permission of custom roles for managing runners (document 3:93). */
const PERMISSION = 'admin_runners';

/** Whether the caller may read this runner. Everyone may read those of the instance. */
export function readsRunner(world: World, runner: Runner, as: Caller): boolean {
  if (runner.runner_type === 'instance_type' || as.auditor) return true;
  return belongsToCaller(world, runner, as);
}

/** Whether it is a group or project runner for which the caller has a role. */
export function belongsToCaller(world: World, runner: Runner, as: Caller): boolean {
  return reaches(world, runner, as, (level) => READERS.includes(level));
}

/** Whether the caller may see its jobs. Those of instance runners are visible only to callers who can see everything. */
export function readsJobsOfRunner(world: World, runner: Runner, as: Caller): boolean {
  return as.admin || as.auditor || belongsToCaller(world, runner, as);
}

/** Whether the caller may change it. */
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

/** Whether the caller can see its group or one of its projects. Otherwise the runner is hidden. */
export function knowsRunner(world: World, runner: Runner, as: Caller): boolean {
  if (readsRunner(world, runner, as)) return true;
  const group = world.groups.get(runner.group_id ?? 0);
  if (group !== undefined && seesGroup(world, group, as)) return true;
  return runner.project_ids.some((id) => {
    const project = world.projects.get(id);
    return project !== undefined && seesProject(world, project, as);
  });
}

/** Whether the caller may list all runners that a project can use. */
export function readsRunnersOfProject(world: World, project: Parameters<typeof levelInProject>[1], as: Caller) {
  const isPermitted = as.user !== null && world.members.hasPermission({ project }, as.user.id, PERMISSION);
  return as.auditor || isPermitted || READERS.includes(levelInProject(world, project, as));
}

export function readsRunnersOfGroup(world: World, group: Parameters<typeof levelInGroup>[1], as: Caller) {
  const isPermitted = as.user !== null && world.members.hasPermission({ group }, as.user.id, PERMISSION);
  return as.auditor || isPermitted || levelInGroup(world, group, as) === LEVEL.owner;
}
