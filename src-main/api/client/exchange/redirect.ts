import { Failure } from '#shared/errors.ts';
import { apiPath, endpointPathIn, isBelow, isPlainWeb } from '../wire/address.ts';
import type { Call } from './call.ts';
import { isSecret } from '../wire/secrets.ts';

const statuses = [301, 302, 303, 307, 308];
const mostHops = 5;

/** One request in a chain of redirects. */
export interface Hop {
  url: URL;
  /** Whether this hop and all hops before it are below the API of the instance. Only then is the token sent. */
  isOwn: boolean;
  /** Whether no redirect up to this hop named another origin. */
  isSameOrigin: boolean;
  /** The addresses of the hops before this one. */
  before: readonly string[];
}

export const isRedirect = (status: number): boolean => statuses.includes(status);

/**
 * The next hop of a redirect. A target that matches the path of the endpoint (for example of a moved project) is
 * requested at the address of the instance, because a platform behind a proxy may write another host. After the chain
 * has left the API of the instance, no token is sent, neither in headers nor in the query.
 * Fails: `remote`/`foreign-redirect` for a write, after 5 hops, for a loop, from https to http, and for a target that
 * is not a web address.
 */
export function nextHop(
  hop: Hop,
  location: string | undefined,
  { endpoint, base }: Pick<Call, 'endpoint' | 'base'>,
): Hop {
  const { method, path, replyKind } = endpoint;
  const url = location === undefined ? null : URL.parse(location, hop.url.href);
  const origins = `${hop.url.origin} → ${url?.origin}`;
  if (method !== 'GET' && method !== 'HEAD') {
    const isElsewhere = url !== null && isPlainWeb(url) && url.origin !== hop.url.origin;
    throw refusal('a write is not redirected', isElsewhere ? origins : undefined);
  }
  if (hop.before.length >= mostHops) throw refusal(`more than ${mostHops} redirects`);
  if (url === null) throw refusal('a redirect without a valid address');
  if (!isPlainWeb(url)) throw refusal('a redirect to no web address, or with a user name');
  url.hash = '';
  const before = [...hop.before, hop.url.href];
  const isSameOrigin = hop.isSameOrigin && url.origin === hop.url.origin;
  const within = hop.isOwn ? endpointPathIn(url.pathname, path) : null;
  if (within !== null) {
    const own = new URL(base + apiPath + within + url.search);
    if (!before.includes(own.href)) return { url: own, isOwn: true, isSameOrigin, before };
    if (replyKind !== 'bytes') throw refusal('a redirect to the same resource at another address', origins);
  }
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw refusal('a redirect from https to http');
  const isOwn = hop.isOwn && isBelow(url, base);
  // Only if there are any, because rewriting the query would break signed addresses
  const secretNames = isOwn ? [] : [...url.searchParams.keys()].filter((name) => isSecret(name));
  for (const name of secretNames) url.searchParams.delete(name);
  return { url, isOwn, isSameOrigin, before };
}

/** Refuse a reply of another server in place of the API. Fails: `remote`/`foreign-redirect`. */
export function refuseForeign({ url, isOwn, before }: Hop): void {
  if (isOwn) return;
  const from = URL.parse(before[0] ?? '')?.origin ?? '';
  throw refusal('the reply of another server', `${from} → ${url.origin}`);
}

function refusal(why: string, message?: string): Failure {
  return new Failure('remote', why, { reason: 'foreign-redirect', reportedMessage: message });
}
