import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import { badRequest, notFound } from '../http/refusal.ts';
import { noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { enterpriseUserView } from '../views/enterprise-users.ts';
import { removeAccount } from '../world/account-removal.ts';
import type { Group } from '../world/groups.ts';
import { requireTopGroup } from '../world/top-group.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { emailOf, nameOf } from './account-fields.ts';

/** `GET /groups/:id/enterprise_users`, document 3:59. */
export function list(world: World, request: Request): Reply {
  const group = requireTopGroup(world, request.as, request.path.id);
  const passes = filterOf(request.query);
  const users = world.enterpriseUsers.of(group).filter(passes);
  return paged(request, users, (user) => enterpriseUserView(world, user, request.as));
}

/** `GET /groups/:id/enterprise_users/:user_id`, document 3:60. */
export function get(world: World, request: Request): Reply {
  const [, user] = find(world, request);
  return ok(enterpriseUserView(world, user, request.as));
}

/** `PATCH /groups/:id/enterprise_users/:user_id`, document 3:61; an address in a verified domain counts at once. */
export function edit(world: World, request: Request): Reply {
  const [group, user] = find(world, request);
  const read = reader(request.body);
  read.someOf('name', 'email');
  const name = nameOf(read);
  const email = emailOf(world, read, user);
  if (email !== undefined && !isVerified(world, group, email))
    throw badRequest('Email must be in a verified domain of the group');
  world.users.edit(user.id, {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email, unconfirmed_email: null }),
  });
  return ok(enterpriseUserView(world, user, request.as));
}

/** `DELETE /groups/:id/enterprise_users/:user_id`, document 3:62. */
export function remove(world: World, request: Request): Reply {
  const [, user] = find(world, request);
  removeAccount(world, user, reader(request.body).boolean('hard_delete') ?? false);
  return noContent();
}

/** `PATCH …/disable_two_factor`, document 3:63. */
export function disableTwoFactor(world: World, request: Request): Reply {
  const [, user] = find(world, request);
  if (!user.two_factor_enabled) throw badRequest('Two-factor authentication is not enabled for this user');
  world.users.edit(user.id, { two_factor_enabled: false });
  return noContent();
}

const PATH = '/groups/:id/enterprise_users';

export const enterpriseUsers: Operations = {
  [`GET ${PATH}` as const]: list,
  [`GET ${PATH}/:user_id` as const]: get,
  [`PATCH ${PATH}/:user_id` as const]: edit,
  [`DELETE ${PATH}/:user_id` as const]: remove,
  [`PATCH ${PATH}/:user_id/disable_two_factor` as const]: disableTwoFactor,
};

function find(world: World, request: Request): [Group, User] {
  const group = requireTopGroup(world, request.as, request.path.id);
  const user = world.users.get(pathInteger(request, 'user_id') ?? 0);
  if (user === undefined || world.enterpriseUsers.groupOf(user) !== group) throw notFound('User');
  return [group, user];
}

const isVerified = (world: World, group: Group, email: string) =>
  world.enterpriseUsers.domainsOf(group).includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** `active=false` and `blocked=false` are as if absent. */
function filterOf(query: Params): (user: User) => boolean {
  const read = reader(query);
  const tests: ((user: User) => boolean)[] = [];
  const username = read.text('username')?.toLowerCase();
  if (username !== undefined) tests.push((user) => user.username.toLowerCase() === username);
  const term = read.text('search')?.trim().toLowerCase();
  if (term) {
    tests.push(
      ({ name, username: own, email, public_email }) =>
        [name, own].some((text) => text.toLowerCase().includes(term)) ||
        [email, public_email].some((address) => address.toLowerCase() === term),
    );
  }
  if (read.boolean('active')) tests.push((user) => user.state === 'active');
  if (read.boolean('blocked')) tests.push((user) => user.state === 'blocked');
  const after = read.instant('created_after');
  if (after !== undefined) tests.push((user) => user.created_at > after);
  const before = read.instant('created_before');
  if (before !== undefined) tests.push((user) => user.created_at < before);
  const twoFactor = read.oneOf('two_factor', ['enabled', 'disabled']);
  if (twoFactor !== undefined) tests.push((user) => user.two_factor_enabled === (twoFactor === 'enabled'));
  return (user) => tests.every((test) => test(user));
}
