import { Failure } from '#shared/errors.ts';
import { z } from 'zod';
import { apiPath, decoded, isBelow, isPlainWeb } from './address.ts';
import { singleLine } from './error-body.ts';
import type { Endpoint } from '../../types.ts';

/** Query fields of every list (document 1:16). 100 is the platform family's largest page. */
export const offsetPaging = {
  page: z.number().int().min(1).optional(),
  per_page: z.number().int().min(1).max(100).optional(),
};

/** Query fields of a list that also has keyset pagination. Its cursor is opaque: `next` is used without changes. */
export const keysetPaging = {
  ...offsetPaging,
  pagination: z.literal('keyset').optional(),
};

/** Larger totals are ignored: no list of this API family reports more. */
const largestTotal = 10_000_000;

/** The next page, from the headers of a page. */
export interface NextPage {
  /** Its address, below the API of the instance; null if the headers have none. */
  next: string | null;
  /** Whether there is a next page; null if the headers don't show it. */
  hasNext: boolean | null;
}

/**
 * The page after the requested one, from `Link` or `x-next-page`; both are optional.
 * Fails: `remote`/`foreign-link`, see `sameList`.
 */
export function nextPage(
  headers: Readonly<Record<string, string>>,
  { endpoint, requested, base }: { endpoint: PagedEndpoint; requested: URL; base: string },
): NextPage {
  const target = targetOf(headers['link'] ?? '');
  if (target !== null) return { next: sameList(target, requested, base).href, hasNext: true };
  if (requested.searchParams.get('pagination') === 'keyset') return { next: null, hasNext: false };
  const number = nextPageNumber(headers);
  if (number === null) return { next: null, hasNext: hasNextPage(headers, endpoint) };
  const next = new URL(requested);
  next.searchParams.set('page', number);
  return { next: next.href, hasNext: true };
}

type PagedEndpoint = Pick<Endpoint, 'isWholeWithoutHeaders'>;

/** Whether there is a page after one that was requested by its number; null: the headers do not show it. */
export function hasNextPage(
  headers: Readonly<Record<string, string>>,
  { isWholeWithoutHeaders }: PagedEndpoint,
): boolean | null {
  const link = headers['link'] ?? '';
  if (targetOf(link) !== null || nextPageNumber(headers) !== null) return true;
  const hasHeaders = link.trim() !== '' || headers['x-next-page'] !== undefined;
  return hasHeaders || isWholeWithoutHeaders === true ? false : null;
}

function nextPageNumber(headers: Readonly<Record<string, string>>): string | null {
  const number = headers['x-next-page']?.trim() ?? '';
  return /^\d{1,9}$/.test(number) ? number : null;
}

function targetOf(link: string): string | null {
  for (const part of link.split(/,\s*(?=<)/)) {
    const [, target, params] = /^\s*<([^>]*)>(.*)$/.exec(part) ?? [];
    if (target !== undefined && /;\s*rel="?next"?(\s|;|,|$)/i.test(params ?? '')) return target;
  }
  return null;
}

/**
 * A link to another page of the same list, at the address that was requested: only the query of the link is used.
 * Behind a proxy or a tunnel the platform often writes its own host, port and base path into the link.
 * Fails: `remote`/`foreign-link` when the link is for another list, or contains a user name.
 */
function sameList(link: string, requested: URL, base: string): URL {
  const url = URL.parse(link, requested.href);
  const path = apiPath + requested.pathname.slice(new URL(base + apiPath).pathname.length);
  if (url === null || !isPlainWeb(url) || !decoded(url.pathname).endsWith(decoded(path))) throw foreignLink(url);
  return new URL(requested.origin + requested.pathname + url.search);
}

/** A stored link, if it stays below the API of the instance at `base`. Fails: `remote`/`foreign-link`. */
export function ownLink(link: string, base: string): URL {
  const url = URL.parse(link);
  if (url !== null && isBelow(url, base)) return url;
  throw foreignLink(url);
}

function foreignLink(url: URL | null): Failure {
  const where = url === null ? 'no address' : url.origin + url.pathname;
  return new Failure('remote', `the link to the next page is for another list: ${where}`, {
    reason: 'foreign-link',
    reportedMessage: singleLine(where, 300),
  });
}

/** The total from `x-total`; null when the header is missing or not plausible. */
export function totalOf(header: string | undefined): number | null {
  const total = countOf(header);
  return total === null || total > largestTotal ? null : total;
}

/** The whole number in a header such as `content-length`; null when it is missing or no whole number. */
export function countOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
