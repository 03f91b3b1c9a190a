import { Failure } from '#shared/errors.ts';
import { z } from 'zod';
import { isBelow } from './address.ts';

/** Query fields of every list (document 1:16). 100 is the platform family's largest page. */
export const offsetPaging = {
  page: z.number().int().min(1).optional(),
  per_page: z.number().int().min(1).max(100).optional(),
};

/** The same where the list also offers keyset pagination. The cursor is never ours: `next` is followed as it comes. */
export const keysetPaging = {
  ...offsetPaging,
  pagination: z.literal('keyset').optional(),
};

/**
 * The `rel="next"` of a Link header as an absolute URL, or null on the last page.
 * Fails: `remote`/`foreign-link` when it leaves the instance, so that nothing is ever sent there.
 */
export function nextLink(link: string | undefined, from: URL, base: string): string | null {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const [, target, params] = /^\s*<([^>]*)>(.*)$/.exec(part) ?? [];
    if (target !== undefined && /;\s*rel="?next"?(\s|;|,|$)/i.test(params ?? ''))
      return ownLink(target, from, base).href;
  }
  return null;
}

/** A link of the platform, if it stays below the API of the instance at `base`. Fails: `remote`/`foreign-link`. */
export function ownLink(link: string, from: URL | undefined, base: string): URL {
  const url = URL.parse(link, from?.href);
  if (url !== null && isBelow(url, base)) return url;
  const where = url === null ? 'nowhere' : url.origin;
  throw new Failure('remote', `the next page leads away from the instance, to ${where}`, { reason: 'foreign-link' });
}

/** The whole number of a header such as `x-total`; null where it is not told. */
export function countOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
