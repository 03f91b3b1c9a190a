import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { decoded } from '#shared/contract/decoded.ts';
import type { Figure } from '#shared/contract/overview.ts';
import { readKey } from '#shared/contract/row-key.ts';
import { isScope } from '#shared/contract/scope.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { formatMoment, readMoment, windowParameters } from '#shared/link/window-address.ts';
import { toIso } from '#shared/time.ts';
import { fromJson } from '#shared/untrusted-json.ts';

/** The instance, the scope and the moment in an address; null: the address contains none. */
export interface Shown {
  profile: string | null;
  scope: string | null;
  /** In epoch ms; null: the present. */
  asOf: number | null;
}

/** Read the instance, the scope and the moment from the query string of the page, before `#`. */
export function shownAt(search: string): Shown {
  const parameters = new URLSearchParams(search);
  return {
    profile: parameters.get(windowParameters.profile),
    scope: parameters.get(windowParameters.scope),
    asOf: readMoment(parameters.get(windowParameters.asOf)),
  };
}

/** The query string of the page with this instance, scope and moment. Other parameters are kept. */
export function withShown(
  search: string,
  { profile, scope, asOf = null }: Omit<Shown, 'asOf'> & Partial<Shown>,
): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of [
    [windowParameters.profile, profile],
    [windowParameters.scope, scope],
    [windowParameters.asOf, asOf === null ? null : formatMoment(asOf)],
  ] as const) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  // The colon of a moment stays readable
  const text = `${parameters}`.replace(/(?<=as_of=[^&]*)%3A/g, ':');
  return text === '' ? '' : `?${text}`;
}

/** A path with the moment in the query of the path, as links (`reeve://…`) have it; null: without one. */
export function withMoment(path: string, asOf: number | null): string {
  if (asOf === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${windowParameters.asOf}=${formatMoment(asOf)}`;
}

/** The reverse of `withMoment`. `asOf` is absent if the path has no such parameter. */
export function splitMoment(path: string): { path: string; asOf?: number | null } {
  const [before = '', query = ''] = path.split('?', 2);
  const parts = query.split('&');
  const own = parts.find((part) => part.startsWith(`${windowParameters.asOf}=`));
  if (own === undefined) return { path };
  const others = parts.filter((part) => part !== own).join('&');
  const text = new URLSearchParams(own).get(windowParameters.asOf);
  return { path: others === '' ? before : `${before}?${others}`, asOf: readMoment(text) };
}

/** The address of a path, for links: `href('/users')` is "#/users". */
export function href(path: string): string {
  return `#${path}`;
}

/** The parts of a list's address after the path of its page. */
export interface ListAddress {
  /** The open row by its key on the platform; null: none. */
  id: Key | null;
  /** The scope in which that row was synced; null: the scope of the list. */
  at: string | null;
  /** The query. Missing properties have the defaults of the list. Null: the first view. */
  view: object | null;
  /** Further parameters, which only the page of the list knows. */
  more: Readonly<Record<string, string>>;
}

/** The path of a list with an open row and a view: `/keys/7?at=project%3A3&view=…`. */
export function listPath(path: string, { id = null, at = null, view = null, more = {} }: Partial<ListAddress>): string {
  const parameters = [
    ...(at === null ? [] : [`at=${encodeURIComponent(at)}`]),
    ...(view === null ? [] : [`view=${encodeURIComponent(JSON.stringify(view))}`]),
    ...Object.entries(more).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ];
  const row = id === null ? '' : `/${encodeURIComponent(id)}`;
  return path + row + (parameters.length === 0 ? '' : `?${parameters.join('&')}`);
}

/** The reverse of `listPath`. `segment`: the path segment after those of the page. Invalid parts are ignored. */
export function readListPath(
  collection: CollectionName,
  segment: string | undefined,
  query: URLSearchParams,
): Pick<ListAddress, 'id' | 'at'> & { view: unknown } {
  const at = query.get('at');
  return {
    id: segment === undefined ? null : readKey(segment, outlines[collection].hasNumericKey),
    at: isScope(at) ? at : null,
    view: fromJson(query.get('view') ?? '') ?? null,
  };
}

/** The path of a list with a query. Missing properties have the defaults of the list. */
export function viewPath(path: string, query: object): string {
  return listPath(path, { view: query });
}

/** Jobs that failed or wait for a decision. */
export const problemsPath = '/activity/jobs?state=problem';

/** The first path segment of a collection's page: its name in kebab case, for example `push-rules`. */
export function segmentOf(collection: string): string {
  return collection.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The path of a list with exactly the rows that a figure counts, in the chosen scope. */
export function figurePath({
  collection,
  filter,
  notReturned,
}: Pick<Figure, 'filter' | 'notReturned'> & { collection: string }): string {
  return viewPath(`/${segmentOf(collection)}`, { filter, notReturned });
}

/** Exports that need attention. */
export const exportsToCheckPath = '/dependency-exports?view=attention';
/** Imports that failed in the last seven days. */
export const failedImportsPath = '/imports?state=failed';

/** The plans of changes, and those of them that are open. */
export const plansPath = '/activity/plans';
export const openPlansPath = `${plansPath}?state=open`;

/** The page of recorded changes. `since`: a duration up to now such as `1h` or `8d`, or a moment; see `change-query.ts`. */
export function changesPath(query: Readonly<Record<string, string>> = {}): string {
  return listPath('/changes', { more: query });
}

/** The page that compares two moments, in epoch milliseconds; null: now. */
export function comparePath(a: number | null, b: number | null): string {
  const text = (at: number | null): string => (at === null ? 'now' : toIso(at));
  return listPath('/changes/compare', { more: { a: text(a), b: text(b) } });
}

/** The page of a collection with one open row. */
export function rowPathOf({ collection, scope, id }: { collection: string; scope: string; id: Key }): string {
  return listPath(`/${segmentOf(collection)}`, { id, at: scope === '' ? null : scope });
}

/** The tab of a side panel with the changes of the row. */
export const historyTab = 'history';

/** The page of a collection with one open row and its history. */
export function historyPathOf({ collection, scope, id }: { collection: string; scope: string; id: Key }): string {
  return listPath(`/${segmentOf(collection)}`, { id, at: scope === '' ? null : scope, more: { tab: historyTab } });
}

/** Open an address of Reeve in a new window; in a browser, in a new tab. */
export function openWindow(address: string): void {
  window.open(new URL(address, location.href), '_blank', 'noopener');
}

/** The path in a hash: "/users" for "#/users?q=1"; "/" if it is empty or cannot be decoded. */
export function pathOf(hash: string): string {
  const path = hash.slice(1).split('?')[0] ?? '';
  return path !== '' && decoded(path) !== null ? path : '/';
}

/** The decoded segments of a path: ["users", "42"] for "/users/42". */
export function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
}

const placeSegments = { project: 'p', group: 'g' } as const;

/** The page of a project or group in an address. `ref`: its ID or path; `tab`: the segment of the tab. */
export interface PlaceAddress {
  kind: 'group' | 'project';
  ref: string;
  tab: string | undefined;
}

/** Read `/p/<ID or path>/<tab>/…` or `/g/…`. Null: the path of another page. */
export function readPlacePath([first, ref, tab]: readonly string[]): PlaceAddress | null {
  if (ref === undefined || (first !== placeSegments.project && first !== placeSegments.group)) return null;
  return { kind: first === placeSegments.project ? 'project' : 'group', ref, tab };
}

/** The path of a project's or group's page: `/p/7/issues`. `tab`: the path of the tab, by default the first one. */
export function placePath({ kind, ref }: { kind: 'group' | 'project'; ref: number | string }, tab?: string): string {
  return `/${placeSegments[kind]}/${encodeURIComponent(ref)}${tab === undefined ? '' : `/${tab}`}`;
}

/** The parameters after `?` in a hash: `q=1` for "#/users?q=1". */
export function queryOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.split('?')[1] ?? '');
}
