import { RE2JS } from 're2js';
import { signedIn } from '../caller.ts';
import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import type { Params } from '../http/params.ts';
import { isGitlab } from '../gitlab/dialect.ts';
import { reader } from '../http/reader.ts';
import { badParameter, notFound, Refusal } from '../http/refusal.ts';
import { accepted, created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { branchView } from '../views/branches.ts';
import type { BranchState } from '../views/branches.ts';
import type { Ref } from '../world/git/git-refs.ts';
import { isBranchName } from '../world/git/git-refs.ts';
import type { Project } from '../world/projects.ts';
import { canPush, requireCode, requireDeveloper, requirePush } from '../world/repository-access.ts';
import type { World } from '../world/world.ts';
import { requiredFilled } from './commit-requests.ts';

/** `GET /projects/:id/repository/branches`, document 1:154. */
export async function list(world: World, request: Request): Promise<Reply> {
  const project = requireCode(world, request.as, request.path.id);
  const fits = nameFilter(request.query);
  const refs = (await world.repositories.of(project).branches()).filter(({ name }) => fits(name));
  const branches = await statesOf(world, project, refs);
  return paged(request, inOrder(world, branches, request.query), (branch) =>
    branchView(world, project, branch, request.as),
  );
}

/** `GET …/branches/:branch`, document 1:155. */
export async function get(world: World, request: Request): Promise<Reply> {
  const project = requireCode(world, request.as, request.path.id);
  return ok(await viewOf(world, project, await find(world, project, request), request));
}

/** `POST …/branches`, document 1:157. */
export async function create(world: World, request: Request): Promise<Reply> {
  const [project, user] = requireDeveloper(world, request.as, request.path.id);
  const read = reader(request.body);
  const name = requiredFilled(read, 'branch');
  const ref = requiredFilled(read, 'ref');
  if (!isBranchName(name)) throw new Refusal(400, 'Branch name is invalid');
  const existing = await world.repositories.of(project).branches();
  if (existing.some((branch) => branch.name === name)) throw new Refusal(400, 'Branch already exists');
  requirePush(world, project, name, request.as);
  const commit = await world.repositories.resolve(project, ref);
  if (commit === undefined) throw new Refusal(400, `Invalid reference name: ${ref}`);
  await world.repositories.createBranch(project, user, name, commit);
  return created(await viewOf(world, project, { name, commit }, request));
}

/** `DELETE …/branches/:branch`, document 1:158. */
export async function remove(world: World, request: Request): Promise<Reply> {
  const [project, user] = requireDeveloper(world, request.as, request.path.id);
  const { name, commit } = await find(world, project, request);
  if (name === project.default_branch) throw new Refusal(400, 'Cannot remove the default branch');
  if (world.protectedBranches.covering(project, name).length > 0)
    throw new Refusal(400, 'Protected branches cannot be deleted; unprotect the branch first');
  await world.repositories.removeBranch(project, user, name, commit);
  return noContent();
}

/** `DELETE /projects/:id/repository/merged_branches`, document 1:159. */
export async function removeMerged(world: World, request: Request): Promise<Reply> {
  const [project] = requireDeveloper(world, request.as, request.path.id);
  const refs = await world.repositories.of(project).branches();
  for (const { name, commit, isMerged } of await statesOf(world, project, refs)) {
    const isKept = !isMerged || world.protectedBranches.covering(project, name).length > 0;
    if (isKept || !canPush(world, project, name, request.as)) continue;
    await world.repositories.removeBranch(project, signedIn(request.as), name, commit.id);
  }
  return accepted({ message: '202 Accepted' });
}

export const branches: Operations = {
  'GET /projects/:id/repository/branches': withoutSignIn(list),
  'GET /projects/:id/repository/branches/:branch': withoutSignIn(get),
  'POST /projects/:id/repository/branches': create,
  'DELETE /projects/:id/repository/branches/:branch': remove,
  'DELETE /projects/:id/repository/merged_branches': removeMerged,
};

async function find(world: World, project: Project, request: Request): Promise<Ref> {
  const refs = await world.repositories.of(project).branches();
  const branch = refs.find(({ name }) => name === request.path.branch);
  if (branch === undefined) throw notFound('Branch');
  return branch;
}

/** Branches by name, or on real installations by `sort`. */
function inOrder(world: World, branches: readonly BranchState[], query: Params): readonly BranchState[] {
  const sort = isGitlab(world) ? reader(query).oneOf('sort', ['name_asc', 'updated_asc', 'updated_desc']) : undefined;
  if (sort === undefined || sort === 'name_asc') return branches;
  const sign = sort === 'updated_asc' ? 1 : -1;
  return branches.toSorted((a, b) => sign * (a.commit.committer.atMs - b.commit.committer.atMs));
}

/** Merged branches with their commits. A branch at the head of the default branch is new and not merged. */
async function statesOf(world: World, project: Project, refs: readonly Ref[]): Promise<BranchState[]> {
  if (refs.length === 0) return [];
  const repository = world.repositories.of(project);
  const root = await world.repositories.resolve(project, 'HEAD');
  const history = root === undefined ? new Set<string>() : await repository.history(root);
  const known = new Map((await repository.commits(refs.map(({ commit }) => commit))).map((one) => [one.id, one]));
  return refs.flatMap(({ name, commit }) => {
    const found = known.get(commit);
    return found === undefined ? [] : [{ name, commit: found, isMerged: history.has(commit) && commit !== root }];
  });
}

async function viewOf(world: World, project: Project, ref: Ref, request: Request) {
  const [branch] = await statesOf(world, project, [ref]);
  if (branch === undefined) throw notFound('Branch');
  return branchView(world, project, branch, request.as);
}

function nameFilter(query: Params): (name: string) => boolean {
  const read = reader(query);
  read.exclusive('regex', 'search');
  const regex = read.text('regex');
  if (regex) {
    const pattern = compiled(regex);
    return (name) => pattern.matcher(name).find();
  }
  const search = (read.text('search') ?? '').toLowerCase();
  const isPrefix = search.startsWith('^');
  const isSuffix = search.endsWith('$');
  const term = search.slice(isPrefix ? 1 : 0, isSuffix ? -1 : undefined);
  return (name) => {
    const lower = name.toLowerCase();
    if (isPrefix && isSuffix) return lower === term;
    if (isPrefix) return lower.startsWith(term);
    return isSuffix ? lower.endsWith(term) : lower.includes(term);
  };
}

function compiled(regex: string) {
  try {
    return RE2JS.compile(regex);
  } catch {
    throw badParameter('regex is not a valid RE2 pattern');
  }
}
