import type { Operations } from '../operation.ts';
import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter, notFound, Refusal } from '../http/refusal.ts';
import { created, noContent } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { protectedBranchView } from '../views/protected-branches.ts';
import { requireProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import type { BranchAccess } from '../world/protected-branches.ts';
import type { World } from '../world/world.ts';
import { requiredFilled } from './commit-requests.ts';

const NO_ONE = 0;
const ADMINISTRATORS = 60;
const ALLOWED: readonly number[] = [NO_ONE, LEVEL.developer, LEVEL.maintainer, ADMINISTRATORS];

/** `POST /projects/:id/protected_branches`, document 1:156; a name or a wildcard, by default for Maintainers only. */
export function protect(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id, LEVEL.maintainer);
  const read = reader(request.body);
  const name = requiredFilled(read, 'name');
  const rules = {
    push_access_levels: accessOf(world, read, 'push_access_level', 'allowed_to_push'),
    merge_access_levels: accessOf(world, read, 'merge_access_level', 'allowed_to_merge'),
    unprotect_access_levels: accessOf(world, read, 'unprotect_access_level', 'allowed_to_unprotect'),
    allow_force_push: read.boolean('allow_force_push') ?? false,
    code_owner_approval_required: read.boolean('code_owner_approval_required') ?? false,
  };
  if (world.protectedBranches.of(project).some((row) => row.name === name))
    throw new Refusal(409, `Protected branch '${name}' already exists`);
  return created(protectedBranchView(world, world.protectedBranches.add({ project_id: project.id, name, ...rules })));
}

/** `DELETE /projects/:id/protected_branches/:name`, document 1:156. */
export function unprotect(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id, LEVEL.maintainer);
  const row = world.protectedBranches.of(project).find(({ name }) => name === request.path.name);
  if (row === undefined) throw notFound();
  world.protectedBranches.remove(row.id);
  return noContent();
}

export const protectedBranches: Operations = {
  'POST /projects/:id/protected_branches': protect,
  'DELETE /projects/:id/protected_branches/:name': unprotect,
};

function accessOf(world: World, read: Reader, levelName: string, listName: string): BranchAccess[] {
  const listed = (read.hashes(listName) ?? []).map((item) => listedAccess(world, item, listName));
  const level = read.integer(levelName);
  if (level !== undefined) requireAllowed(level, levelName);
  if (level === undefined && listed.length > 0) return listed;
  const id = world.protectedBranches.nextAccessId();
  return [{ id, access_level: level ?? LEVEL.maintainer, user_id: null, group_id: null }, ...listed];
}

function listedAccess(world: World, item: Params, listName: string): BranchAccess {
  const read = reader(item);
  const access_level = read.integer('access_level') ?? null;
  const user_id = read.integer('user_id') ?? null;
  const group_id = read.integer('group_id') ?? null;
  if ([access_level, user_id, group_id].filter((value) => value !== null).length !== 1)
    throw badParameter(`${listName} is invalid`);
  if (access_level !== null) requireAllowed(access_level, `${listName}[access_level]`);
  return { id: world.protectedBranches.nextAccessId(), access_level, user_id, group_id };
}

function requireAllowed(level: number, name: string) {
  if (!ALLOWED.includes(level)) throw badParameter(`${name} does not have a valid value`);
}
