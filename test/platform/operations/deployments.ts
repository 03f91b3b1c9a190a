import { isGitlab, isNewestGitlab, withMore } from '../gitlab/dialect.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { badFields, badParameter, badRequest, forbidden, notFound } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { approvalFields, deploymentView } from '../views/deployments.ts';
import { requireProject } from '../world/access.ts';
import { DEPLOYMENT_STATUSES, isFinished } from '../world/deployments.ts';
import type { Deployment } from '../world/deployments.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import { requireCode, requireDeveloper } from '../world/repository-access.ts';
import type { World } from '../world/world.ts';
import { requiredFilled } from './commit-requests.ts';

const ORDERS = ['id', 'iid', 'created_at', 'updated_at', 'finished_at', 'ref'] as const;
const GIVEN_STATUSES = ['running', 'success', 'failed', 'canceled'] as const;

/** `GET /projects/:id/deployments`, document 1:132. */
export async function list(world: World, request: Request): Promise<Reply> {
  const project = requireCode(world, request.as, request.path.id);
  const rows = inOrder(world, filtered(world, project, request), request);
  const reply = paged(request, rows, (row) => row);
  const shown = reply.body as Deployment[];
  return { ...reply, body: await viewsOf(world, project, shown) };
}

/** `GET /projects/:id/deployments/:deployment_id`, document 1:133. */
export async function get(world: World, request: Request): Promise<Reply> {
  const project = requireCode(world, request.as, request.path.id);
  const [view] = await viewsOf(world, project, [rowOf(world, project, request)]);
  return ok(view);
}

/** `POST /projects/:id/deployments`, document 1:134. The environment is created if it does not exist. */
export async function create(world: World, request: Request): Promise<Reply> {
  const [project, user] = requireDeveloper(world, request.as, request.path.id);
  const read = reader(request.body);
  const name = requiredFilled(read, 'environment');
  const sha = requiredFilled(read, 'sha');
  const ref = requiredFilled(read, 'ref');
  const tag = read.required.boolean('tag');
  const status = read.required.oneOf('status', GIVEN_STATUSES);
  const commit = await world.repositories.resolve(project, sha);
  if (commit === undefined) throw badFields({ sha: ['The commit does not exist'] });
  if ((await world.repositories.resolve(project, ref)) === undefined)
    throw badFields({ ref: ['The branch or tag does not exist'] });

  const now = world.clock.now();
  const environment =
    world.environments.byName(project.id, name) ??
    world.environments.add({ project_id: project.id, name, external_url: null, approval_rules: [] });
  const row = world.deployments.add({
    iid: world.deployments.nextIid(project.id),
    project_id: project.id,
    environment_id: environment.id,
    ref,
    tag,
    sha: commit,
    status,
    user_id: user.id,
    job_id: null,
    created_at: now,
    updated_at: now,
    finished_at: isFinished(status) ? now : null,
    approvals: [],
  });
  world.deployments.notify(row);
  return created(await changedView(world, project, row));
}

/** `PUT /projects/:id/deployments/:deployment_id`, document 1:135; from any status to any of the given ones (document 1:89). */
export async function update(world: World, request: Request): Promise<Reply> {
  const [project] = requireDeveloper(world, request.as, request.path.id);
  const row = rowOf(world, project, request);
  if (isGitlab(world) && row.job_id !== null)
    throw forbidden('Deployments created using GitLab CI can not be updated using the API');
  const status = reader(request.body).required.oneOf('status', GIVEN_STATUSES);
  const hasChanged = row.status !== status;
  const now = world.clock.now();
  Object.assign(row, { status, updated_at: now, finished_at: isFinished(status) ? now : null });
  if (hasChanged) world.deployments.notify(row);
  return ok(await changedView(world, project, row));
}

/** `DELETE /projects/:id/deployments/:deployment_id`, document 1:136. */
export function remove(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id, LEVEL.maintainer);
  const row = rowOf(world, project, request);
  if (row.status === 'running') throw badRequest('Cannot destroy running deployment');
  if (world.deployments.isLast(row)) throw badRequest('Deployment currently deployed to environment');
  world.deployments.remove(row.id);
  return noContent();
}

export const deployments: Operations = {
  'GET /projects/:id/deployments': list,
  'GET /projects/:id/deployments/:deployment_id': get,
  'POST /projects/:id/deployments': create,
  'PUT /projects/:id/deployments/:deployment_id': update,
  'DELETE /projects/:id/deployments/:deployment_id': remove,
};

function rowOf(world: World, project: Project, request: Request): Deployment {
  const row = world.deployments.get(pathInteger(request, 'deployment_id') ?? 0);
  if (row?.project_id !== project.id) throw notFound('Deployment');
  return row;
}

function filtered(world: World, project: Project, { query }: Request): Deployment[] {
  const read = reader(query);
  const status = read.oneOf('status', withMore(world, DEPLOYMENT_STATUSES, ['skipped']));
  const name = read.text('environment');
  const environmentId =
    name === undefined || name === '' ? undefined : (world.environments.byName(project.id, name)?.id ?? 0);
  const [updatedAfter, updatedBefore] = [read.instant('updated_after'), read.instant('updated_before')];
  const [finishedAfter, finishedBefore] = [read.instant('finished_after'), read.instant('finished_before')];
  const asksForEnd = finishedAfter !== undefined || finishedBefore !== undefined;
  if (asksForEnd && (read.text('order_by') !== 'finished_at' || status !== 'success'))
    throw badParameter('finished_after and finished_before need order_by=finished_at and status=success');
  if (isGitlab(world) && asksForEnd && (updatedAfter !== undefined || updatedBefore !== undefined))
    throw badRequest('Both `updated_at` filter and `finished_at` filter can not be specified');
  return world.deployments
    .of(project.id)
    .filter(
      (row) =>
        (status === undefined || row.status === status) &&
        (environmentId === undefined || row.environment_id === environmentId) &&
        isWithin(row.updated_at, updatedAfter, updatedBefore) &&
        (!asksForEnd || isWithin(row.finished_at, finishedAfter, finishedBefore)),
    );
}

const isWithin = (at: number | null, after = -Infinity, before = Infinity) =>
  at !== null && at >= after && at <= before;

/** Unfinished deployments are last in both directions; equal ones are sorted by id. */
function inOrder(world: World, rows: readonly Deployment[], { query }: Request): Deployment[] {
  const read = reader(query);
  const orders = isNewestGitlab(world) ? ORDERS.filter((order) => order !== 'ref') : ORDERS;
  const field = read.oneOf('order_by', orders) ?? 'id';
  const sign = (read.oneOf('sort', ['asc', 'desc']) ?? 'asc') === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [a[field], b[field]];
    if (x === y) return sign * (a.id - b.id);
    if (x === null || y === null) return x === null ? 1 : -1;
    return x < y ? -sign : sign;
  });
}

/** The deployments with the commits of their jobs. */
async function viewsOf(world: World, project: Project, rows: readonly Deployment[]) {
  const shas = new Set(rows.filter(({ job_id }) => job_id !== null).map(({ sha }) => sha));
  const commits = shas.size === 0 ? [] : await world.repositories.of(project).commits([...shas]);
  const known = new Map(commits.map((commit) => [commit.id, commit]));
  return rows.map((row) => deploymentView(world, project, row, known.get(row.sha)));
}

async function changedView(world: World, project: Project, row: Deployment) {
  const [view] = await viewsOf(world, project, [row]);
  return { ...view, ...approvalFields(world, row) };
}
