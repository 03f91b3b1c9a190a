import type { Caller } from '../caller.ts';
import { iso } from '../clock.ts';
import { seesProject } from '../world/access.ts';
import type { Runner } from '../world/runners.ts';
import type { World } from '../world/world.ts';

/** A runner in lists (document 3, Runner). */
export function runnerView(world: World, runner: Runner) {
  const status = world.runners.status(runner);
  return {
    id: runner.id,
    description: runner.description,
    runner_type: runner.runner_type,
    is_shared: runner.runner_type === 'instance_type',
    online: status === 'online',
    status,
    job_execution_status: isBusy(world, runner) ? 'active' : 'idle',
    paused: runner.paused,
    active: !runner.paused,
    name: runner.name,
    // Deprecated: always empty (document 3:32).
    ip_address: '',
  };
}

/** One runner with its projects that the caller can see. */
export function runnerDetail(world: World, runner: Runner, as: Caller) {
  const projects = runner.project_ids
    .flatMap((id) => world.projects.get(id) ?? [])
    .filter((project) => seesProject(world, project, as));
  return {
    ...runnerView(world, runner),
    contacted_at: iso(world.runners.contactedAt(runner)),
    maintenance_note: runner.maintenance_note,
    projects: projects.map((project) => ({
      id: project.id,
      name: project.name,
      name_with_namespace: world.projects.fullName(project),
      path: project.path,
      path_with_namespace: world.projects.fullPath(project),
    })),
    tag_list: runner.tag_list,
    access_level: runner.access_level,
    maximum_timeout: runner.maximum_timeout_s,
    architecture: runner.architecture,
    platform: runner.platform,
    revision: runner.revision,
    version: runner.version,
  };
}

const isBusy = (world: World, runner: Runner) =>
  world.jobs.find(({ id, status }) => status === 'running' && world.runners.ofJob(id) === runner) !== undefined;
