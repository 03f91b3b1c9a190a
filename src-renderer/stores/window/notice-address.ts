import type { NoticeLink } from '#shared/contract/notices.ts';
import { listPath } from './address.ts';

/** The path of a link, and the scope that the window shows with it. */
export function noticeAddress({ page, query }: NoticeLink): { path: string; scope: string } {
  const { id = null, scope = '', view, at = null, ...rest } = query;
  const base = `/${page
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/')}`;
  const path = listPath(base, { id, at, view: viewOf(view) });
  const more = new URLSearchParams(rest).toString();
  if (more === '') return { path, scope };
  return { path: `${path}${path.includes('?') ? '&' : '?'}${more}`, scope };
}

function viewOf(text: string | undefined): object | null {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}
