import { Key, type Scoped } from '#shared/contract/collection.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { Route } from '../../stores/window/route.svelte.ts';
import type { ListDesk } from './desk.svelte.ts';
import { collections, isCollection, keyFrom } from '#shared/contract/collections.ts';
import { readQuery } from '../views/views.ts';

/**
 * Follow an address into a list: `/runners/42` opens a row, `?view={"filter":…}` shows a view (`viewPath`). Afterwards
 * the window is at the list's own address again, free for the next link.
 */
export function followLink(
  route: Route,
  desk: ListDesk,
  { segments, query }: { segments: readonly string[]; query: URLSearchParams },
): void {
  const depth = depthOf(desk);
  const segment = segments[depth];
  const { stem } = desk.spec;
  const id = segment === undefined || !isCollection(stem) ? null : keyFrom(stem, segment);
  const scope = desk.scope ?? route.shown.scope ?? '';
  const view = query.get('view');
  const hasRow = id !== null;
  const isOpen = desk.panel?.id === id && desk.panel.scope === scope;
  if (hasRow && !isOpen) desk.panel = { scope, id, key: null };
  const asked = view === null ? null : readQuery(desk.spec, parsed(view));
  if (asked !== null) void desk.show(asked);
  if (hasRow || view !== null) route.navigate(desk.spec.path, { replace: true });
  restate(route, desk);
}

/**
 * Have the address bar name the open row, so that it is open again after a reload. Only where an id names one row: in a
 * list of the whole instance.
 */
export function restate(route: Route, desk: ListDesk): void {
  const { panel, spec } = desk;
  const isHere = spec.path === `/${route.segments.slice(0, depthOf(desk)).join('/')}`;
  if (!isHere || spec.scopes.some((kind) => kind !== 'instance')) return;
  route.restate(panel === undefined ? spec.path : `${spec.path}/${encodeURIComponent(panel.id)}`);
}

/**
 * The address that opens a row in another window; undefined if the platform has no ID for it. The row of a list of several
 * places is shown in its own place there.
 */
export function rowLink(route: Route, { spec, scope }: ListDesk, entry: Scoped<ListRow>): string | undefined {
  const { stem, path } = spec;
  const id = isCollection(stem) ? Key.safeParse(entry.row[collections[stem].key]).data : undefined;
  if (id === undefined) return undefined;
  return route.linkTo(`${path}/${encodeURIComponent(id)}`, entry.scope === scope ? null : entry.scope);
}

function depthOf({ spec: { path } }: ListDesk): number {
  return path.split('/').length - 1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
