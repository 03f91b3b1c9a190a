import type { NoticeLink } from '#shared/contract/notices.ts';
import { fromJson } from '#shared/untrusted-json.ts';
import { listPath } from './address.ts';

/** The path of a link, and the scope that the window shows with it. */
export function noticeAddress({ page, query }: NoticeLink): { path: string; scope: string } {
  const { id = null, scope = '', view, at = null, ...rest } = query;
  const base = `/${page
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/')}`;
  const path = listPath(base, { id, at, view: fromJson(view ?? '') ?? null });
  const more = new URLSearchParams(rest).toString();
  if (more === '') return { path, scope };
  return { path: `${path}${path.includes('?') ? '&' : '?'}${more}`, scope };
}
