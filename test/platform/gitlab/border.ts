import { Refusal } from '../http/refusal.ts';
import type { Rendered } from '../http/rendered.ts';
import type { Settings } from '../settings.ts';
import { headersInDialect } from './names.ts';

/** Fails: 403 for a request that would change a read-only instance. */
export function requireWritable({ readOnly }: Settings, method: string): void {
  if (readOnly && method !== 'GET' && method !== 'HEAD')
    throw new Refusal(403, 'You cannot perform write operations on a read-only instance');
}

/** The address of a request behind a proxy that allows at most `proxyPerPage` rows. */
export function throughProxy({ proxyPerPage }: Settings, url: URL): URL {
  if (proxyPerPage === 0) return url;
  const seen = new URL(url);
  const wanted = Number(url.searchParams.get('per_page') ?? 20);
  if (wanted > proxyPerPage) seen.searchParams.set('per_page', String(proxyPerPage));
  return seen;
}

const PAGING = ['x-page', 'x-per-page', 'x-next-page', 'x-prev-page', 'x-total', 'x-total-pages', 'link'];

/** A reply as the caller gets it: header names by the dialect, `X-Gitlab-Meta`, and no paging headers behind a proxy. */
export function outgoingReply({ settings }: { settings: Settings }, requestId: string, reply: Rendered): Rendered {
  const own = Object.entries(headersInDialect(settings, reply.headers));
  const headers = Object.fromEntries(
    settings.proxyPerPage === 0 ? own : own.filter(([name]) => !PAGING.includes(name)),
  );
  const isText = reply.status === 429 && headers['content-type'] === 'text/plain';
  if (settings.dialect === 'gitlab' && !isText)
    headers['x-gitlab-meta'] = JSON.stringify({ correlation_id: requestId, version: '1' });
  return { ...reply, headers };
}
