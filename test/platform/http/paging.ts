import { isHash } from './params.ts';
import type { Reply } from './reply.ts';
import type { Request } from './request.ts';
import { badParameter, Refusal } from './refusal.ts';
import { reader } from './reader.ts';

export const MAX_PER_PAGE = 100;

interface Options {
  /** False: neither x-total nor x-total-pages nor rel="last", as on commits (document 1:149). */
  totals?: boolean;
  /** Offsets from here on are refused with 405 (readings 10); 0: never. */
  offsetLimit?: number;
}

/** `page` and `per_page`; a larger `per_page` is replaced by the maximum. */
export function pageOf(request: Request): { page: number; perPage: number } {
  const read = reader(request.query);
  const page = read.integer('page') ?? 1;
  if (page < 1) throw badParameter('page does not have a valid value');
  return { page, perPage: perPageOf(request) };
}

function perPageOf(request: Request) {
  const perPage = reader(request.query).integer('per_page') ?? 20;
  if (perPage < 1) throw badParameter('per_page does not have a valid value');
  return Math.min(perPage, MAX_PER_PAGE);
}

/** One page of a list, with the headers of readings 9. Only the rows of the page are rendered. */
export function paged<Row>(
  request: Request,
  rows: readonly Row[],
  render: (row: Row) => unknown,
  { totals = true, offsetLimit = 0 }: Options = {},
): Reply {
  const { page, perPage } = pageOf(request);
  const offset = (page - 1) * perPage;
  if (offsetLimit > 0 && offset >= offsetLimit) {
    throw new Refusal(405, {
      error: `Offset pagination has a maximum allowed offset of ${offsetLimit}. Remaining records can be retrieved using keyset pagination.`,
    });
  }
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const next = offset + perPage < rows.length ? page + 1 : undefined;
  const previous = page > 1 ? page - 1 : undefined;
  const at = (number: number) => linkTo(request, { page: String(number), per_page: String(perPage) });
  const links = [
    ...(previous === undefined ? [] : [`<${at(previous)}>; rel="prev"`]),
    ...(next === undefined ? [] : [`<${at(next)}>; rel="next"`]),
    `<${at(1)}>; rel="first"`,
    ...(totals ? [`<${at(pages)}>; rel="last"`] : []),
  ];
  const headers: Record<string, string> = {
    'x-page': String(page),
    'x-per-page': String(perPage),
    'x-next-page': String(next ?? ''),
    'x-prev-page': String(previous ?? ''),
    ...(totals ? { 'x-total': String(rows.length), 'x-total-pages': String(pages) } : {}),
    link: links.join(', '),
  };
  return { status: 200, headers, body: rows.slice(offset, offset + perPage).map(render) };
}

/** Whether the request is for keyset paging. Fails: 400 for an unknown kind of paging. */
export const wantsKeyset = (request: Request) =>
  reader(request.query).oneOf('pagination', ['keyset', 'offset', 'legacy']) === 'keyset';

/**
 * One page of a list that is ordered by id, with a `Link` to the next one and no totals.
 * `walk` returns up to `count` rows after an id, in the order of the list.
 */
export function keysetPaged<Row extends { id: number }>(
  request: Request,
  walk: (after: number | undefined, count: number) => Row[],
  render: (row: Row) => unknown,
): Reply {
  const perPage = perPageOf(request);
  const rows = walk(cursorOf(request), perPage + 1);
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  const headers: Record<string, string> = { 'x-per-page': String(perPage) };
  if (last !== undefined && rows.length > perPage) {
    const cursor = Buffer.from(JSON.stringify({ id: String(last.id) })).toString('base64url');
    headers['link'] = `<${linkTo(request, { cursor, per_page: String(perPage) })}>; rel="next"`;
  }
  return { status: 200, headers, body: page.map(render) };
}

function cursorOf(request: Request): number | undefined {
  const cursor = reader(request.query).text('cursor');
  if (cursor === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const id = Number(isHash(value as never) ? (value as { id?: unknown }).id : undefined);
    if (Number.isSafeInteger(id)) return id;
  } catch {
    // The refusal below is the same for all invalid cursors.
  }
  throw badParameter('cursor is invalid');
}

function linkTo({ url }: Request, changes: Record<string, string>) {
  const target = new URL(url);
  for (const [name, value] of Object.entries(changes)) target.searchParams.set(name, value);
  return target.href;
}
