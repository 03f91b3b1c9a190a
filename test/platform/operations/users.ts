import type { Caller } from '../caller.ts';
import { signedIn } from '../caller.ts';
import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { keysetPaged, paged, wantsKeyset } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { badParameter, forbidden, notFound, Refusal } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { adminUser, publicUser, signedInUser } from '../views/users.ts';
import { firstFrom } from '../world/users.ts';
import type { User } from '../world/user.ts';
import type { UserOrder } from '../world/users.ts';
import type { World } from '../world/world.ts';
import { filtersForAdmins, filtersForAll, searchFilter } from './user-filters.ts';

const ORDERS = ['id', 'name', 'username', 'created_at', 'updated_at'] as const;

/** `GET /users`, document 3:40. */
export function list(world: World, request: Request): Reply {
  const { as, query } = request;
  const read = reader(query);
  if (as.anonymous && read.text('username') === undefined) throw forbidden('Not authorized to list users');
  const isAdmin = as.admin;
  const tests = [
    ...filtersForAll(query),
    ...searchFilter(query, isAdmin),
    ...(isAdmin ? filtersForAdmins(world, query) : []),
  ];
  const orderBy = (isAdmin ? read.oneOf('order_by', ORDERS) : undefined) ?? 'id';
  const isDescending = ((isAdmin ? read.oneOf('sort', ['asc', 'desc']) : undefined) ?? 'desc') === 'desc';
  const render = (user: User) =>
    listItem(world, user, as, isAdmin && (read.boolean('with_custom_attributes') ?? false));
  const passes = (user: User) => tests.every((test) => test(user));

  if (wantsKeyset(request)) {
    if (orderBy !== 'id') throw new Refusal(405, { error: 'Keyset pagination is only available with order_by=id' });
    const users = world.users.ordered('id');
    return keysetPaged(request, (after, count) => walk(users, after, count, isDescending, passes), render);
  }
  const users = matching(world, orderBy, isDescending, tests.length === 0 ? undefined : passes, cacheKey(request));
  return paged(request, users, render, { offsetLimit: world.settings.offsetLimit });
}

/** `GET /users/:id`, document 3:41. */
export function get(world: World, request: Request): Reply {
  signedIn(request.as);
  const id = pathInteger(request, 'id');
  if (id === undefined) throw badParameter('id is invalid');
  const user = world.users.get(id);
  if (user === undefined) throw notFound('User');
  if (!request.as.admin) return ok(signedInUser(world, user, request.as));
  const withAttributes = reader(request.query).boolean('with_custom_attributes') ?? false;
  return ok(listItem(world, user, request.as, withAttributes));
}

export const users: Operations = {
  'GET /users': withoutSignIn(list),
  'GET /users/:id': get,
};

function listItem(world: World, user: User, as: Caller, withAttributes: boolean) {
  if (!as.admin) return publicUser(world, user);
  const view = adminUser(world, user, as);
  return withAttributes ? { ...view, custom_attributes: user.custom_attributes } : view;
}

/** Up to `count` users after an id. `users` is sorted by id. */
function walk(
  users: readonly User[],
  after: number | undefined,
  count: number,
  isDescending: boolean,
  passes: (user: User) => boolean,
): User[] {
  const found: User[] = [];
  const step = isDescending ? -1 : 1;
  let at = isDescending ? users.length - 1 : 0;
  if (after !== undefined) at = isDescending ? firstFrom(users, after) - 1 : firstFrom(users, after + 1);
  for (; found.length < count; at += step) {
    const user = users[at];
    if (user === undefined) break;
    if (passes(user)) found.push(user);
  }
  return found;
}

const MATCHES_KEPT = 8;
const matches = new WeakMap<World, Map<string, { revision: number; users: readonly User[] }>>();

/** All matching users, sorted. The last lists are cached, because the next page needs the same list. */
function matching(
  world: World,
  orderBy: UserOrder,
  isDescending: boolean,
  passes: ((user: User) => boolean) | undefined,
  key: string,
): readonly User[] {
  const kept = matches.get(world) ?? new Map<string, { revision: number; users: readonly User[] }>();
  matches.set(world, kept);
  const { revision } = world.users;
  // A change of memberships does not change the accounts, so this list is not cached.
  const hit = key.includes('"without_projects"') ? undefined : kept.get(key);
  if (hit?.revision === revision) return hit.users;
  const ordered = world.users.ordered(orderBy);
  const passing = passes === undefined ? ordered : ordered.filter(passes);
  const users = isDescending ? passing.toReversed() : [...passing];
  kept.delete(key);
  kept.set(key, { revision, users });
  const [oldest] = kept.keys();
  if (kept.size > MATCHES_KEPT && oldest !== undefined) kept.delete(oldest);
  return users;
}

function cacheKey({ as, query }: Request) {
  const { page: _page, per_page: _perPage, ...rest } = query;
  return JSON.stringify([as.admin, rest]);
}
