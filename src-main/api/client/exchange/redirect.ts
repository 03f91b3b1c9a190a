import { Failure } from '#shared/errors.ts';
import { apiPath, endpointPathIn, isBelow, isPlainWeb } from '../wire/address.ts';
import type { Call } from './call.ts';
import { isSecret } from '../wire/secrets.ts';

const statuses = [301, 302, 303, 307, 308];
const mostHops = 5;

/** Where a request stands in its chain of redirects. */
export interface Hop {
  url: URL;
  /** True while every hop so far was below the API of the profile's instance. Only then is the token sent. */
  isOwn: boolean;
  /** The addresses of the hops before this one. */
  before: readonly string[];
}

export const isRedirect = (status: number): boolean => statuses.includes(status);

/**
 * The next hop of a redirect. A target that matches the endpoint's path (for example of a moved project) is requested
 * at the instance's own address, because behind a proxy the platform writes another host. Once the chain has left the
 * API of the instance, no token is sent any more, neither in headers nor in the query.
 * Fails: `remote`/`foreign-redirect` for a write, after 5 hops, for a loop, from https to http, and for a target that
 * is no web address.
 */
export function nextHop(
  hop: Hop,
  location: string | undefined,
  { endpoint, base }: Pick<Call, 'endpoint' | 'base'>,
): Hop {
  const { method, path, replyKind } = endpoint;
  if (method !== 'GET' && method !== 'HEAD') throw refusal('a write is not redirected');
  if (hop.before.length >= mostHops) throw refusal(`more than ${mostHops} redirects`);
  const url = location === undefined ? null : URL.parse(location, hop.url.href);
  if (url === null) throw refusal('a redirect without a valid address');
  if (!isPlainWeb(url)) throw refusal('a redirect to no web address, or with a user name');
  url.hash = '';
  const before = [...hop.before, hop.url.href];
  const within = hop.isOwn ? endpointPathIn(url.pathname, path) : null;
  if (within !== null) {
    const own = new URL(base + apiPath + within + url.search);
    if (!before.includes(own.href)) return { url: own, isOwn: true, before };
    if (replyKind !== 'bytes')
      throw refusal('a redirect to the same resource at another address', `${hop.url.origin} → ${url.origin}`);
  }
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw refusal('a redirect from https to http');
  const isOwn = hop.isOwn && isBelow(url, base);
  // Only if there is one: rewriting the query would break signed addresses
  const secretNames = isOwn ? [] : [...url.searchParams.keys()].filter((name) => isSecret(name));
  for (const name of secretNames) url.searchParams.delete(name);
  return { url, isOwn, before };
}

/** Refuse the reply of another server: it says nothing about this instance. Fails: `remote`/`foreign-redirect`. */
export function refuseForeign({ url, isOwn, before }: Hop): void {
  if (isOwn) return;
  const from = URL.parse(before[0] ?? '')?.origin ?? '';
  throw refusal('the reply of another server', `${from} → ${url.origin}`);
}

function refusal(why: string, said?: string): Failure {
  return new Failure('remote', why, { reason: 'foreign-redirect', said });
}
