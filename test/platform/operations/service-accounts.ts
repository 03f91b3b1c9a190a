import { signedIn } from '../caller.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import { badRequest, notFound } from '../http/refusal.ts';
import { created, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { listedServiceAccount, serviceAccountView } from '../views/service-accounts.ts';
import { requireAdmin } from '../world/access.ts';
import type { Group } from '../world/groups.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { emailOf, nameOf, usernameOf } from './account-fields.ts';

/** `GET /service_accounts`, document 3:45. */
export function list(world: World, request: Request): Reply {
  requireAdmin(request.as);
  return paged(request, ordered(world.serviceAccounts.of(null), request.query), listedServiceAccount);
}

/** `POST /service_accounts`, document 3:46. */
export function create(world: World, request: Request): Reply {
  requireAdmin(request.as);
  return created(serviceAccountView(made(world, request, null)));
}

/** `PATCH /service_accounts/:id`, document 3:47. */
export function edit(world: World, request: Request): Reply {
  requireAdmin(request.as);
  const id = pathInteger(request, 'id');
  const user = world.serviceAccounts.of(null).find((each) => each.id === id);
  if (user === undefined) throw notFound('User');
  return ok(serviceAccountView(edited(world, request, user)));
}

export const serviceAccounts: Operations = {
  'GET /service_accounts': list,
  'POST /service_accounts': create,
  'PATCH /service_accounts/:id': edit,
};

/** By `order_by` and `sort`; `accounts` ascend by id. */
export function ordered(accounts: User[], query: Params): User[] {
  const read = reader(query);
  const orderBy = read.oneOf('order_by', ['id', 'username']) ?? 'id';
  const direction = read.oneOf('sort', ['asc', 'desc']) ?? 'desc';
  const byName = (a: User, b: User) => (a.username < b.username ? -1 : a.username > b.username ? 1 : a.id - b.id);
  const ascending = orderBy === 'id' ? accounts : accounts.toSorted(byName);
  return direction === 'asc' ? ascending : ascending.toReversed();
}

/** A new account with the fields of the body and defaults for the others. Fails: 400. */
export function made(world: World, { body, as }: Request, group: Group | null): User {
  const read = reader(body);
  const given = { name: nameOf(read), username: usernameOf(world, read), email: emailOf(world, read) };
  return world.serviceAccounts.add(group, { ...given, createdById: signedIn(as).id });
}

/** Changes the fields in the body. A new email address must be confirmed. Fails: 400. */
export function edited(world: World, { body }: Request, user: User): User {
  const read = reader(body);
  const name = nameOf(read);
  const username = usernameOf(world, read, user);
  const email = emailOf(world, read, user);
  const { serviceAccounts: accounts } = world;
  if (username !== undefined && username !== user.username && accounts.isComposite(user))
    throw badRequest('Username cannot be changed for an account with a composite identity');
  const isNewEmail = email !== undefined && email !== user.email;
  return world.users.edit(user.id, {
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
    ...(isNewEmail && accounts.confirmsEmails ? { unconfirmed_email: email } : {}),
    ...(isNewEmail && !accounts.confirmsEmails ? { email } : {}),
  });
}
