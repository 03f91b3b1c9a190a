import type { Caller } from '../caller.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter, notFound } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { memberView } from '../views/members.ts';
import { levelInGroup, levelInProject, requireProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import { highestOf, isAwaiting } from '../world/members.ts';
import type { Member, Route } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import { add } from './member-additions.ts';

/** `GET /projects/:id/members`, document 3:81. */
export function list(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id);
  const skipped = new Set(reader(request.query).integers('skip_users'));
  const members = world.members.direct(project).filter(({ user_id }) => !skipped.has(user_id));
  return listed(world, request, project, members);
}

/** `GET /projects/:id/members/all`, document 3:82. */
export function listAll(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id);
  const state = reader(request.query).oneOf('state', ['awaiting', 'active']);
  const members = reaching(world, request, project);
  const wanted = members.filter((member) => state === undefined || isAwaiting(member) === (state === 'awaiting'));
  return listed(world, request, project, wanted);
}

/** `GET /projects/:id/members/:user_id`, document 3:83. */
export function get(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id);
  return one(world, request, project, world.members.direct(project));
}

/** `GET /projects/:id/members/all/:user_id`, document 3:83. */
export function getAny(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id);
  return one(world, request, project, reaching(world, request, project));
}

export const members: Operations = {
  'GET /projects/:id/members': list,
  'GET /projects/:id/members/all': listAll,
  'GET /projects/:id/members/:user_id': get,
  'GET /projects/:id/members/all/:user_id': getAny,
  'POST /projects/:id/members': add,
};

/** All members that the caller may see, each once. */
const reaching = (world: World, { as }: Request, project: Project): Member[] =>
  highestOf(world.members.routes(project).filter((route) => isShown(world, route, project, as)));

/** Members of an invited group are visible if the group is public, or if the caller is a member of it or of the project. */
function isShown(world: World, { invited }: Route, project: Project, as: Caller): boolean {
  if (invited === null || invited.visibility === 'public' || as.auditor) return true;
  return levelInGroup(world, invited, as) > LEVEL.none || levelInProject(world, project, as) > LEVEL.none;
}

function listed(world: World, request: Request, project: Project, rows: readonly Member[]): Reply {
  const read = reader(request.query);
  const tests = [...queryFilter(world, read), ...idFilter(read)];
  const options = { project, as: request.as, withSeat: read.boolean('show_seat_info') ?? false };
  const found = rows.filter((member) => tests.every((test) => test(member)));
  return paged(request, found, (member) => memberView(world, member, options));
}

function one(world: World, request: Request, project: Project, rows: readonly Member[]): Reply {
  const id = pathInteger(request, 'user_id');
  if (id === undefined) throw badParameter('user_id is invalid');
  const member = rows.find(({ user_id }) => user_id === id);
  if (member === undefined) throw notFound('Member');
  const withSeat = reader(request.query).boolean('show_seat_info') ?? false;
  return ok(memberView(world, member, { project, as: request.as, withSeat }));
}

/** Part of a name or user name, or a whole public address. */
function queryFilter(world: World, read: Reader): ((member: Member) => boolean)[] {
  const term = read.text('query')?.trim().toLowerCase();
  if (!term) return [];
  return [
    ({ user_id }) => {
      const { name = '', username = '', public_email = '' } = world.users.get(user_id) ?? {};
      return [name, username].some((text) => text.toLowerCase().includes(term)) || public_email.toLowerCase() === term;
    },
  ];
}

function idFilter(read: Reader): ((member: Member) => boolean)[] {
  const ids = read.integers('user_ids');
  return ids === undefined ? [] : [({ user_id }) => ids.includes(user_id)];
}
