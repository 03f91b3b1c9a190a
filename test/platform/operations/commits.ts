import type { Operations } from '../operation.ts';
import { paged, pageOf } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { created, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { commitStatus, commitView, statsView } from '../views/commits.ts';
import type { Commit } from '../world/git/git-log.ts';
import type { Project } from '../world/projects.ts';
import { requireCode, requireDeveloper, requirePush } from '../world/repository-access.ts';
import { isFilePath } from '../world/git/repository-changes.ts';
import type { World } from '../world/world.ts';
import { actionsOf } from './commit-actions.ts';
import { requiredFilled, startOf, takeLargeRequest } from './commit-requests.ts';

/** `GET /projects/:id/repository/commits`, document 1:149. */
export async function list(world: World, request: Request): Promise<Reply> {
  const project = requireCode(world, request.as, request.path.id);
  const repository = world.repositories.of(project);
  const read = reader(request.query);
  const { page, perPage } = pageOf(request);
  const first = (page - 1) * perPage;
  const query = {
    author: read.text('author')?.replaceAll('\0', '') || undefined,
    firstParent: read.boolean('first_parent') ?? false,
    order: read.oneOf('order', ['default', 'topo']) ?? 'default',
    sinceMs: read.instant('since'),
    untilMs: read.instant('until'),
    // One more row than the page shows whether there is a next page.
    count: first + perPage + 1,
  };
  const withTrailers = read.boolean('trailers') ?? false;
  const withStats = read.boolean('with_stats') ?? false;
  const revisions = await revisionsOf(world, project, read);
  const path = read.text('path')?.replace(/^\/+|\/+$/g, '') || undefined;
  const isEmpty = revisions === undefined || (path !== undefined && !isFilePath(path));
  const follow =
    path !== undefined &&
    !isEmpty &&
    (read.boolean('follow') ?? true) &&
    (await isFile(world, project, revisions, path));
  const commits = isEmpty ? [] : await repository.log({ ...query, revisions, path, follow });
  const shown = commits.slice(first, first + perPage).map(({ id }) => id);
  const stats = withStats ? await repository.stats(shown) : undefined;
  const render = (commit: Commit) => {
    const counted = stats?.get(commit.id);
    const view = commitView(world, project, commit, { trailers: withTrailers });
    return counted === undefined ? view : { ...view, stats: statsView(counted) };
  };
  return paged(request, commits, render, { totals: false });
}

/** `GET /projects/:id/repository/commits/:sha`, document 1:151. */
export async function get(world: World, request: Request): Promise<Reply> {
  const project = requireCode(world, request.as, request.path.id);
  const id = await world.repositories.resolve(project, request.path.sha ?? '');
  const [commit] = id === undefined ? [] : await world.repositories.of(project).commits([id]);
  if (commit === undefined) throw notFound('Commit');
  const view = await detail(world, project, commit, reader(request.query).boolean('stats') ?? true);
  return ok({ ...view, last_pipeline: world.repositories.lastPipeline(project, commit.id) });
}

/** `POST /projects/:id/repository/commits`, document 1:150. */
export async function create(world: World, request: Request): Promise<Reply> {
  takeLargeRequest(world, request);
  const { as } = request;
  const [project, user] = requireDeveloper(world, as, request.path.id);
  const read = reader(request.body);
  const branch = requiredFilled(read, 'branch');
  const message = requiredFilled(read, 'commit_message');
  const allowEmpty = read.boolean('allow_empty') ?? false;
  const actions = actionsOf(read, allowEmpty);
  read.exclusive('start_branch', 'start_sha');
  const startProject = read.text('start_project');
  const start = await startOf(world, branch, {
    project,
    otherProject: startProject === undefined ? undefined : requireCode(world, as, startProject),
    startBranch: read.text('start_branch') || undefined,
    startSha: read.text('start_sha') || undefined,
  });
  const force = (read.boolean('force') ?? false) && start !== undefined;
  const withStats = read.boolean('stats') ?? true;
  requirePush(world, project, branch, as, force);
  const commit = await world.repositories.commit(project, user, {
    branch,
    message,
    actions,
    authorName: read.text('author_name'),
    authorEmail: read.text('author_email'),
    start,
    allowEmpty,
    force,
  });
  return created(await detail(world, project, commit, withStats));
}

export const commits: Operations = {
  'GET /projects/:id/repository/commits': list,
  'POST /projects/:id/repository/commits': create,
  'GET /projects/:id/repository/commits/:sha': get,
};

async function detail(world: World, project: Project, commit: Commit, withStats: boolean) {
  const view = { ...commitView(world, project, commit), status: commitStatus(world, project, commit) };
  if (!withStats) return view;
  const stats = (await world.repositories.of(project).stats([commit.id])).get(commit.id);
  return { ...view, stats: statsView(stats ?? { additions: 0, deletions: 0 }) };
}

/** The start of the list; undefined in an empty repository. Fails: 404 for an unknown name. */
async function revisionsOf(world: World, project: Project, read: Reader): Promise<string[] | undefined> {
  const isEmpty = (await world.repositories.of(project).branches()).length === 0;
  if (isEmpty) return undefined;
  if (read.boolean('all') === true) return [];
  const refName = read.text('ref_name') || 'HEAD';
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/s.exec(refName) ?? [undefined, refName, '', ''];
  const commitOf = async (name: string) => {
    const id = await world.repositories.resolve(project, name || 'HEAD');
    if (id === undefined) throw new Refusal(404, '404 Commit Not Found');
    return id;
  };
  const start = await commitOf(from);
  return dots === '' ? [start] : [`${start}${dots}${await commitOf(to)}`];
}

/** Whether the path is a file or deleted. Only then its history is followed beyond a rename. */
async function isFile(world: World, project: Project, revisions: readonly string[], path: string) {
  const tip = revisions[0]?.split('.').at(-1) ?? (await world.repositories.resolve(project, 'HEAD'));
  const entry = tip === undefined ? undefined : await world.repositories.of(project).entry(tip, path);
  return entry?.type !== 'tree';
}
