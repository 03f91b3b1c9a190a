import { Failure } from '#shared/errors.ts';
import { isSecret } from './secrets.ts';
import type { Method } from './types.ts';

const statuses = [301, 302, 303, 307, 308];
const mostHops = 5;

/** Where a request stands in its chain of redirects. */
export interface Hop {
  url: URL;
  /** Still at the profile's own origin, and never away from it: only then may the token go along. */
  isOwn: boolean;
  count: number;
}

export const isRedirect = (status: number): boolean => statuses.includes(status);

/**
 * The next hop of a redirect. Once the origin has changed, tokens stay behind for good, in headers and in the query.
 * Fails: `remote`/`foreign-redirect` for a write, after 5 hops, from https to http, and for a target that is no web address.
 */
export function nextHop(hop: Hop, location: string | undefined, method: Method): Hop {
  if (method !== 'GET' && method !== 'HEAD') throw refusal('a write is not redirected');
  if (hop.count >= mostHops) throw refusal(`more than ${mostHops} redirects`);
  const url = location === undefined ? null : URL.parse(location, hop.url.href);
  if (url === null) throw refusal('a redirect to nowhere');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refusal('a redirect out of the web');
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw refusal('a redirect from https to http');
  if (url.username !== '' || url.password !== '') throw refusal('a redirect with a user name');
  url.hash = '';
  const isOwn = hop.isOwn && url.origin === hop.url.origin;
  // Only where there is one: writing the query anew would break signed addresses
  const secretNames = isOwn ? [] : [...url.searchParams.keys()].filter((name) => isSecret(name));
  for (const name of secretNames) url.searchParams.delete(name);
  return { url, isOwn, count: hop.count + 1 };
}

function refusal(why: string): Failure {
  return new Failure('remote', why, { reason: 'foreign-redirect' });
}
