import type { Figure } from '#shared/contract/overview.ts';
import { windowParameters } from '#shared/link/window-address.ts';

/** The instance and the scope that an address names; null: it names none. */
export interface Shown {
  profile: string | null;
  scope: string | null;
}

/** What the part of the address before the route says that the window shows. */
export function shownAt(search: string): Shown {
  const parameters = new URLSearchParams(search);
  return { profile: parameters.get(windowParameters.profile), scope: parameters.get(windowParameters.scope) };
}

/** The part of the address before the route; what else stands in it stays. */
export function withShown(search: string, { profile, scope }: Shown): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of [
    [windowParameters.profile, profile],
    [windowParameters.scope, scope],
  ] as const) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** The address of a path, for links: `href('/users')` is "#/users". */
export function href(path: string): string {
  return `#${path}`;
}

/** The path of a list as a query shows it; what the query leaves out is the list's own default. */
export function viewPath(path: string, query: object): string {
  return `${path}?view=${encodeURIComponent(JSON.stringify(query))}`;
}

/** Jobs that failed or wait for a decision. */
export const problemsPath = '/activity/jobs?state=problem';

/** The first segment of the path of a collection's page: its name as in file names, `ssh-certificates`. */
export function segmentOf(collection: string): string {
  return collection.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The path of the list that shows exactly the rows of a figure, in the scope that is chosen now. */
export function figurePath({ stem, filter, gone }: Pick<Figure, 'stem' | 'filter' | 'gone'>): string {
  return viewPath(`/${segmentOf(stem)}`, { filter, gone });
}

/** Open an address of this page in a window of its own; in a browser, in a tab. */
export function openWindow(address: string): void {
  window.open(new URL(address, location.href), '_blank', 'noopener');
}

/** "/users" of "#/users?q=1"; "/" for nothing and for what cannot be decoded. */
export function pathOf(hash: string): string {
  const path = hash.slice(1).split('?')[0] ?? '';
  return isDecodable(path) && path !== '' ? path : '/';
}

/** What follows `?` in "#/users?q=1". */
export function queryOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split('?')[1] ?? '');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
