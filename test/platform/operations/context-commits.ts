import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { isGitlab } from '../gitlab/dialect.ts';
import { reader } from '../http/reader.ts';
import { badParameter, badRequest, forbidden, notFound, Refusal } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { bareCommit, commitView } from '../views/commits.ts';
import { levelInProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import type { Project } from '../world/projects.ts';
import { requireCode } from '../world/repository-access.ts';
import type { World } from '../world/world.ts';

/** The largest number of commits in one request, on real installations. */
const MAX_COMMITS = 20;

/** `GET …/context_commits`, document 2:40. */
export async function list(world: World, request: Request): Promise<Reply> {
  const { project, row } = find(world, request);
  const commits = await world.repositories.of(project).commits(row.context_commits);
  return ok(commits.map(bareCommit));
}

/** `POST …/context_commits`, document 2:41. Fails: 400 for an unknown SHA, or one that is already a context commit. */
export async function add(world: World, request: Request): Promise<Reply> {
  const { project, row } = find(world, request);
  requireEdit(world, project, row, request);
  const wanted = shasOf(request);
  if (isGitlab(world) && wanted.length > MAX_COMMITS)
    throw new Refusal(400, `Context commits array size should not be more than ${MAX_COMMITS}`);
  const repository = world.repositories.of(project);
  const ids: string[] = [];
  for (const sha of wanted) {
    const id = /^[0-9a-f]{7,40}$/i.test(sha) ? await repository.resolve(sha.toLowerCase()) : undefined;
    if (id === undefined || !id.startsWith(sha.toLowerCase())) {
      throw badRequest("One or more context commits' sha is not valid.");
    }
    if (!ids.includes(id)) ids.push(id);
  }
  const known = ids.filter((id) => row.context_commits.includes(id));
  if (known.length > 0) throw badRequest(`Context commits: ${JSON.stringify(known)} are already created`);
  row.context_commits.push(...ids);
  row.updated_at = world.clock.now();
  const commits = await repository.commits(ids);
  return created(commits.map((commit) => contextCommit(world, project, commit)));
}

/** `DELETE …/context_commits`, document 2:42. Fails: 400 for a SHA that is not a context commit. */
export function remove(world: World, request: Request): Reply {
  const { project, row } = find(world, request);
  requireEdit(world, project, row, request);
  const gone = shasOf(request).map((sha) => {
    const id = row.context_commits.find((known) => sha.length >= 7 && known.startsWith(sha.toLowerCase()));
    if (id === undefined) throw badRequest('One or more context commits were not found');
    return id;
  });
  row.context_commits = row.context_commits.filter((id) => !gone.includes(id));
  row.updated_at = world.clock.now();
  return noContent();
}

const PATH = '/projects/:id/merge_requests/:merge_request_iid/context_commits';

export const contextCommits: Operations = {
  [`GET ${PATH}` as const]: withoutSignIn(list),
  [`POST ${PATH}` as const]: add,
  [`DELETE ${PATH}` as const]: remove,
};

function contextCommit(world: World, project: Project, commit: Parameters<typeof commitView>[2]) {
  const { trailers, web_url } = commitView(world, project, commit);
  return { ...bareCommit(commit), trailers, web_url };
}

function find(world: World, request: Request): { project: Project; row: MergeRequest } {
  const project = requireCode(world, request.as, request.path['id']);
  const row = world.mergeRequests.byIid(project.id, pathInteger(request, 'merge_request_iid') ?? 0);
  if (row === undefined) throw notFound('Merge Request');
  return { project, row };
}

/** Whether the caller is at least a Developer, or an author or assignee of the merge request. */
function requireEdit(world: World, project: Project, row: MergeRequest, { as }: Request) {
  const isOwn = as.user !== null && [row.author_id, ...row.assignee_ids].includes(as.user.id);
  if (project.archived || (!isOwn && levelInProject(world, project, as) < LEVEL.developer)) throw forbidden();
}

function shasOf({ body }: Request): string[] {
  const shas = reader(body).required.list('commits');
  if (shas.length === 0) throw badParameter('commits is empty');
  return shas;
}
