import { Key, type Scoped } from '#shared/contract/collection.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { Route } from '../../stores/window/route.svelte.ts';
import type { ListState } from './list-state.svelte.ts';
import { collections, isCollection, keyFrom } from '#shared/contract/collections.ts';
import { viewPath } from '../../stores/window/address.ts';
import { isSameView, readQuery, whole } from '../views/views.ts';

/**
 * Follow an address into a list: `/runners/42` opens a row, `?view={"filter":…}` shows a view (`viewPath`). Afterwards
 * the window is at the list's own address again, free for the next link.
 */
export function followLink(
  route: Route,
  listState: ListState,
  { segments, query }: { segments: readonly string[]; query: URLSearchParams },
): void {
  const depth = depthOf(listState);
  const segment = segments[depth];
  const { stem } = listState.spec;
  const id = segment === undefined || !isCollection(stem) ? null : keyFrom(stem, segment);
  const scope = listState.scope ?? route.shown.scope ?? '';
  const view = query.get('view');
  const hasRow = id !== null;
  const isOpen = listState.panel?.id === id && listState.panel.scope === scope;
  if (hasRow && !isOpen) listState.panel = { scope, id, key: null };
  const asked = view === null ? null : readQuery(listState.spec, parsed(view));
  if (asked !== null) void listState.show(asked);
  if (hasRow || view !== null) route.navigate(listState.spec.path, { replace: true });
  restate(route, listState);
}

/**
 * Have the address bar name the open row, and the search, filters and order where they are not those of the first view, so
 * that a reload, Back and a bookmark return to them. In a list of every scope the row is left out: its id names no row there.
 */
export function restate(route: Route, { panel, spec, query: { search, filter, sort, gone }, scope }: ListState): void {
  const isHere = spec.path === `/${route.segments.slice(0, depthOf({ spec })).join('/')}`;
  if (!isHere) return;
  const isNamed = panel !== undefined && panel.scope === scope;
  const path = isNamed ? `${spec.path}/${encodeURIComponent(panel.id)}` : spec.path;
  const shown = { search, filter, sort, gone };
  const isFirst = isSameView(shown, whole(spec, spec.views[0]?.query));
  route.restate(isFirst ? path : viewPath(path, shown));
}

/**
 * The address that opens a row in another window; undefined if the platform has no ID for it. The row of a list of several
 * places is shown in its own place there.
 */
export function rowLink(route: Route, { spec, scope }: ListState, entry: Scoped<ListRow>): string | undefined {
  const { stem, path } = spec;
  const id = isCollection(stem) ? Key.safeParse(entry.row[collections[stem].key]).data : undefined;
  if (id === undefined) return undefined;
  const isHere = entry.scope === scope || (isCollection(stem) && collections[stem].isStoredOnce);
  return route.linkTo(`${path}/${encodeURIComponent(id)}`, isHere ? null : entry.scope);
}

function depthOf({ spec: { path } }: Pick<ListState, 'spec'>): number {
  return path.split('/').length - 1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
