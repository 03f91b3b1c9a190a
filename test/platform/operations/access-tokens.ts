import { randomBytes } from 'node:crypto';
import { DAY_MS, isoDate } from '../clock.ts';
import { isGitlab, missingRole } from '../gitlab/dialect.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter, badRequest } from '../http/refusal.ts';
import { created } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { accessTokenView } from '../views/access-tokens.ts';
import type { Token } from '../world/tokens.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { serviceAccountOf } from './service-accounts-in-groups.ts';

/** Scopes that a token may be given; document 1:214 shows the first four. Real installations don't have `manage_runners`. */
const SCOPES: readonly string[] = [
  'api',
  'read_api',
  'read_repository',
  'manage_runners',
  'manage_runner',
  'create_runner',
  'read_user',
  'write_repository',
  'read_registry',
  'write_registry',
  'read_virtual_registry',
  'write_virtual_registry',
  'read_service_ping',
  'ai_features',
  'k8s_proxy',
  'self_rotate',
];

/** The maximum lifetime of a token, which is also the default. */
export const MAX_LIFETIME_DAYS = 365;

const SORTS = ['created', 'expires', 'last_used', 'name'].flatMap(
  (field) => [`${field}_asc`, `${field}_desc`] as const,
);

/** `GET …/personal_access_tokens`, document 3:55. */
export function listTokens(world: World, request: Request): Reply {
  const tokens = tokensOf(world, serviceAccountOf(world, request, missingRole(world)), request.query);
  return paged(request, tokens, (token) => accessTokenView(world, token));
}

/** `POST …/personal_access_tokens`, document 3:56; the secret is in `token`, this once (readings 26). */
export function createToken(world: World, request: Request): Reply {
  const token = issued(world, serviceAccountOf(world, request), request.body);
  return created({ ...accessTokenView(world, token), token: token.value });
}

const PATH = '/groups/:id/service_accounts/:user_id/personal_access_tokens';

export const accessTokens: Operations = {
  [`GET ${PATH}` as const]: listTokens,
  [`POST ${PATH}` as const]: createToken,
};

/** Tokens of an account that match the filters of document 3:55, by default sorted by id. */
function tokensOf(world: World, user: User, query: Params): Token[] {
  const read = reader(query);
  const tests = [
    ...between(read, 'created', (token) => token.created_at),
    ...between(read, 'expires', (token) => token.expires_at),
    ...between(read, 'last_used', (token) => token.last_used_at),
  ];
  const revoked = read.boolean('revoked');
  if (revoked !== undefined) tests.push((token) => token.revoked === revoked);
  const term = read.text('search')?.toLowerCase();
  if (term !== undefined) tests.push((token) => token.name.toLowerCase().includes(term));
  const state = read.oneOf('state', ['active', 'inactive']);
  if (state !== undefined) tests.push((token) => world.tokens.isActive(token) === (state === 'active'));
  const sort = read.oneOf('sort', SORTS);
  const tokens = world.tokens.filter((token) => token.user_id === user.id && tests.every((test) => test(token)));
  return sort === undefined ? tokens.toSorted((a, b) => a.id - b.id) : sorted(tokens, sort);
}

/** The filters `…_after` and `…_before`. Both exclude the given time and rows without a date. */
function between(read: Reader, name: string, valueOf: (token: Token) => number | null) {
  const tests: ((token: Token) => boolean)[] = [];
  const after = read.instant(`${name}_after`);
  if (after !== undefined) tests.push((token) => (valueOf(token) ?? -Infinity) > after);
  const before = read.instant(`${name}_before`);
  if (before !== undefined) tests.push((token) => (valueOf(token) ?? Infinity) < before);
  return tests;
}

const keys: Record<string, (token: Token) => number | string | null> = {
  created: (token) => token.created_at,
  expires: (token) => token.expires_at,
  last_used: (token) => token.last_used_at,
  name: (token) => token.name.toLowerCase(),
};

/** Rows without a date are last in both directions. */
function sorted(tokens: Token[], sort: string): Token[] {
  const isDescending = sort.endsWith('_desc');
  const key = keys[sort.replace(/_(asc|desc)$/, '')] ?? ((token: Token) => token.id);
  return tokens.toSorted((a, b) => {
    const [first, second] = [key(a), key(b)];
    if (first === second) return a.id - b.id;
    if (first === null) return 1;
    if (second === null) return -1;
    return first < second === isDescending ? 1 : -1;
  });
}

/** A new token with the fields of the body. It works at once. Fails: 400. */
function issued(world: World, user: User, body: Params): Token {
  const read = reader(body);
  const name = read.required.text('name');
  if (name.trim() === '') throw badParameter('name is empty');
  const scopes = [...new Set(read.required.list('scopes'))];
  if (scopes.length === 0) throw badParameter('scopes is empty');
  if (!scopes.every((scope) => SCOPES.includes(scope) && !(isGitlab(world) && scope === 'manage_runners')))
    throw badParameter('scopes does not have a valid value');
  const token = {
    value: `pat-${randomBytes(16).toString('hex')}`,
    user_id: user.id,
    name,
    description: read.text('description') ?? '',
    scopes,
    created_at: world.clock.now(),
    expires_at: expiryOf(world, read),
    last_used_at: null,
    revoked: false,
  };
  return world.tokens.add(token);
}

function expiryOf(world: World, read: Reader): number {
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  const latest = today + MAX_LIFETIME_DAYS * DAY_MS;
  const wanted = read.date('expires_at') ?? latest;
  if (wanted <= today) throw badRequest('Expires at must be a date in the future');
  if (wanted > latest) throw badRequest(`Expires at must be before ${isoDate(latest + DAY_MS)}`);
  return wanted;
}
