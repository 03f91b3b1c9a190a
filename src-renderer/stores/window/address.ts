import type { Key } from '#shared/contract/collection.ts';
import { keyFrom, type CollectionName } from '#shared/contract/collections.ts';
import type { Figure } from '#shared/contract/overview.ts';
import { Scope } from '#shared/contract/scope.ts';
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

/** What the path of a list says besides its page. */
export interface ListPlace {
  /** The open row by its key on the platform; null: none. */
  id: Key | null;
  /** Where that row was synced, in a list of several scopes; null: in the scope of the list. */
  at: string | null;
  /** What the list is asked; what it leaves out is the list's own default. Null: its first view. */
  view: object | null;
}

/** The path of a list with an open row and a view: `/keys/7?at=project%3A3&view=…`. */
export function listPath(path: string, { id = null, at = null, view = null }: Partial<ListPlace>): string {
  const parameters = [
    ...(at === null ? [] : [`at=${encodeURIComponent(at)}`]),
    ...(view === null ? [] : [`view=${encodeURIComponent(JSON.stringify(view))}`]),
  ];
  const row = id === null ? '' : `/${encodeURIComponent(id)}`;
  return path + row + (parameters.length === 0 ? '' : `?${parameters.join('&')}`);
}

/** The other way round: `segment` is the part of the path after the page's own. What cannot be read is left out. */
export function readListPath(
  collection: CollectionName,
  segment: string | undefined,
  query: URLSearchParams,
): Omit<ListPlace, 'view'> & { view: unknown } {
  const at = Scope.safeParse(query.get('at') ?? undefined).data ?? null;
  return { id: segment === undefined ? null : keyFrom(collection, segment), at, view: parsed(query.get('view')) };
}

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The path of a list as a query shows it; what the query leaves out is the list's own default. */
export function viewPath(path: string, query: object): string {
  return listPath(path, { view: query });
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
