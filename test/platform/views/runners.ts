import type { Caller } from '../caller.ts';
import { iso } from '../clock.ts';
import { seesProject } from '../world/access.ts';
import { shownFields } from '../world/runner-fields.ts';
import type { Runner } from '../world/runners.ts';
import type { World } from '../world/world.ts';

/** A runner in lists (document 3, Runner). */
export function runnerView(world: World, runner: Runner) {
  const status = world.runners.status(runner);
  return {
    id: runner.id,
    ...shownFields(runner, 'list'),
    runner_type: runner.runner_type,
    is_shared: runner.runner_type === 'instance_type',
    online: status === 'online',
    status,
    job_execution_status: isBusy(world, runner) ? 'active' : 'idle',
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
    ...shownFields(runner, 'detail'),
    projects: projects.map((project) => ({
      id: project.id,
      name: project.name,
      name_with_namespace: world.projects.fullName(project),
      path: project.path,
      path_with_namespace: world.projects.fullPath(project),
    })),
    architecture: runner.architecture,
    platform: runner.platform,
    revision: runner.revision,
    version: runner.version,
  };
}

const isBusy = (world: World, runner: Runner) =>
  world.jobs.find(({ id, status }) => status === 'running' && world.runners.ofJob(id) === runner) !== undefined;
