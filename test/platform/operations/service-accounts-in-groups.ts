import { isGitlab, isNewestGitlab } from '../gitlab/dialect.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { badParameter, notFound } from '../http/refusal.ts';
import type { forbidden } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { serviceAccountView } from '../views/service-accounts.ts';
import { requireGroup } from '../world/access.ts';
import { removeAccount } from '../world/account-removal.ts';
import type { Group } from '../world/groups.ts';
import { LEVEL } from '../world/levels.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { edited, made, ordered } from './service-accounts.ts';

/** `GET /groups/:id/service_accounts`, document 3:51. */
export function list(world: World, request: Request): Reply {
  const group = ownGroup(world, request);
  return paged(request, ordered(world.serviceAccounts.of(group), request.query), serviceAccountView);
}

/** `POST /groups/:id/service_accounts`, document 3:52. */
export function create(world: World, request: Request): Reply {
  return created(serviceAccountView(made(world, request, ownGroup(world, request))));
}

/** `PATCH /groups/:id/service_accounts/:user_id`, document 3:53. */
export function edit(world: World, request: Request): Reply {
  return ok(serviceAccountView(edited(world, request, serviceAccountOf(world, request))));
}

/** `DELETE /groups/:id/service_accounts/:user_id`, document 3:54. */
export function remove(world: World, request: Request): Reply {
  const user = serviceAccountOf(world, request);
  removeAccount(world, user, reader(request.body).boolean('hard_delete') ?? false);
  return noContent();
}

const PATH = '/groups/:id/service_accounts';

export const groupServiceAccounts: Operations = {
  [`GET ${PATH}` as const]: list,
  [`POST ${PATH}` as const]: create,
  [`PATCH ${PATH}/:user_id` as const]: edit,
  [`DELETE ${PATH}/:user_id` as const]: remove,
};

/** Real installations up to version 17.8 accept only the number of the group. */
function ownGroup(world: World, { as, path }: Request, refuse?: typeof forbidden): Group {
  if (isGitlab(world) && !isNewestGitlab(world) && !/^\d+$/.test(path.id ?? '')) throw badParameter('id is invalid');
  return requireGroup(world, as, path.id, LEVEL.owner, refuse);
}

/** The account of a group that the path names. `refuse`: for a missing role. Fails: 404. */
export function serviceAccountOf(world: World, request: Request, refuse?: typeof forbidden): User {
  const group = ownGroup(world, request, refuse);
  const id = pathInteger(request, 'user_id');
  const user = world.serviceAccounts.of(group).find((each) => each.id === id);
  if (user === undefined) throw notFound('User');
  return user;
}
