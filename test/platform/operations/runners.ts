import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { badParameter, forbidden } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { runnerDetail, runnerView } from '../views/runners.ts';
import { requireGroup, requireProject } from '../world/access.ts';
import { belongsToCaller, managesRunner, readsRunnersOfGroup, readsRunnersOfProject } from '../world/runner-access.ts';
import { PARAMETERS, runnerFields } from '../world/runner-fields.ts';
import type { World } from '../world/world.ts';
import { create } from './runner-creation.ts';
import { listJobs } from './runner-jobs.ts';
import { findRunner } from './found-runner.ts';
import { filtered } from './runner-filters.ts';

/** `GET /runners`, document 3:90: the group and project runners for which the caller has a role. */
export function list(world: World, request: Request): Reply {
  const own = world.runners.filter((runner) => belongsToCaller(world, runner, request.as));
  return paged(request, filtered(world, request.query, own), (runner) => runnerView(world, runner));
}

/** `GET /runners/all`, document 3:91. */
export function listAll(world: World, request: Request): Reply {
  if (!request.as.admin && !request.as.auditor) throw forbidden();
  const rows = filtered(world, request.query, world.runners.all(), true);
  return paged(request, rows, (runner) => runnerView(world, runner));
}

/** `GET /runners/:id`, document 3:92. */
export function get(world: World, request: Request): Reply {
  return ok(runnerDetail(world, findRunner(world, request), request.as));
}

/** `PUT /runners/:id`, document 3:93. */
export function edit(world: World, request: Request): Reply {
  const runner = findRunner(world, request);
  if (!managesRunner(world, runner, request.as)) throw forbidden();
  const read = reader(request.body);
  if (!PARAMETERS.some((name) => read.has(name))) {
    throw badParameter(`${PARAMETERS.join(', ')} are missing, at least one parameter must be provided`);
  }
  Object.assign(runner, runnerFields(read, runner));
  return ok(runnerDetail(world, runner, request.as));
}

/** `GET /projects/:id/runners`, document 3:89: runners of the project, its parent groups and the instance. */
export function listOfProject(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id);
  if (!readsRunnersOfProject(world, project, request.as)) throw forbidden();
  const groups = world.projects.groupsOf(project).map(({ id }) => id);
  const rows = world.runners.filter(
    ({ runner_type, project_ids, group_id }) =>
      runner_type === 'instance_type' || project_ids.includes(project.id) || groups.includes(group_id ?? 0),
  );
  return paged(request, filtered(world, request.query, rows, true), (runner) => runnerView(world, runner));
}

/** `GET /groups/:id/runners`, document 3:89: runners of the group, its parent groups and the instance. */
export function listOfGroup(world: World, request: Request): Reply {
  const group = requireGroup(world, request.as, request.path.id);
  if (!readsRunnersOfGroup(world, group, request.as)) throw forbidden();
  const groups = world.groups.chain(group).map(({ id }) => id);
  const rows = world.runners.filter(
    ({ runner_type, group_id }) => runner_type === 'instance_type' || groups.includes(group_id ?? 0),
  );
  return paged(request, filtered(world, request.query, rows, true), (runner) => runnerView(world, runner));
}

export const runners: Operations = {
  'GET /runners': list,
  'GET /runners/all': listAll,
  'GET /runners/:id': get,
  'PUT /runners/:id': edit,
  'GET /runners/:id/jobs': listJobs,
  'GET /projects/:id/runners': listOfProject,
  'GET /groups/:id/runners': listOfGroup,
  'POST /user/runners': create,
};
