import type { Operations } from '../operation.ts';
import { paged } from '../paging.ts';
import { reader } from '../reader.ts';
import { notFound } from '../refusal.ts';
import { created, noContent, ok } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { pathInteger } from '../request.ts';
import type { Request } from '../request.ts';
import { accessTokenView } from '../views/access-tokens.ts';
import { serviceAccountView } from '../views/service-accounts.ts';
import { requireGroup } from '../world/access.ts';
import { removeAccount } from '../world/account-removal.ts';
import type { Group } from '../world/groups.ts';
import { LEVEL } from '../world/levels.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { issued, tokensOf } from './access-tokens.ts';
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
  return ok(serviceAccountView(edited(world, request, find(world, request))));
}

/** `DELETE /groups/:id/service_accounts/:user_id`, document 3:54. */
export function remove(world: World, request: Request): Reply {
  const user = find(world, request);
  removeAccount(world, user, reader(request.body).boolean('hard_delete') ?? false);
  return noContent();
}

/** `GET …/personal_access_tokens`, document 3:55. */
export function listTokens(world: World, request: Request): Reply {
  const tokens = tokensOf(world, find(world, request), request.query);
  return paged(request, tokens, (token) => accessTokenView(world, token));
}

/** `POST …/personal_access_tokens`, document 3:56; the secret is in `token`, this once (readings row 26). */
export function createToken(world: World, request: Request): Reply {
  const token = issued(world, find(world, request), request.body);
  return created({ ...accessTokenView(world, token), token: token.value });
}

const PATH = '/groups/:id/service_accounts';

export const groupServiceAccounts: Operations = {
  [`GET ${PATH}` as const]: list,
  [`POST ${PATH}` as const]: create,
  [`PATCH ${PATH}/:user_id` as const]: edit,
  [`DELETE ${PATH}/:user_id` as const]: remove,
  [`GET ${PATH}/:user_id/personal_access_tokens` as const]: listTokens,
  [`POST ${PATH}/:user_id/personal_access_tokens` as const]: createToken,
};

const ownGroup = (world: World, { as, path }: Request): Group => requireGroup(world, as, path.id, LEVEL.owner);

function find(world: World, request: Request): User {
  const group = ownGroup(world, request);
  const id = pathInteger(request, 'user_id');
  const user = world.serviceAccounts.of(group).find((each) => each.id === id);
  if (user === undefined) throw notFound('User');
  return user;
}
