import type { Key, Scoped } from '#shared/contract/collection.ts';
import { isKey } from '#shared/contract/row-key.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { formatLink, instanceOf } from '#shared/link/deep-link.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import { isCollection } from '../../stores/lists/collection-names.ts';
import type { Stores } from '../../stores/context.ts';
import { historyTab, listPath, readListPath, withMoment } from '../../stores/window/address.ts';
import type { Route } from '../../stores/window/route.svelte.ts';
import { isBelow } from '../place-tab.ts';
import { applyView } from '../views/apply-view.ts';
import { isSameView, readQuery, whole } from '../views/views.ts';
import type { ListState } from './list-state.svelte.ts';

/**
 * Show what the address of a list contains: `/runners/42` opens a row, `?at=project:7` is the scope in which it was
 * synced, `?tab=history` is the tab of its panel, and `?view={"filter":…}` is a view (see `listPath`); other parameters are those of the spec. The route is then
 * reset to the path of the list, so that the same link works again.
 */
export function followLink(
  route: Route,
  listState: ListState,
  { segments, query }: { segments: readonly string[]; query: URLSearchParams },
): void {
  const { collection, path } = listState.spec;
  if (!isCollection(collection)) return;
  const { id, at, view } = readListPath(collection, segments[depthOf(listState)], query);
  const scope = at ?? listState.scope ?? route.shown.scope ?? '';
  const isOpen = listState.panel?.id === id && listState.panel.scope === scope;
  if (id !== null && !isOpen) listState.panel = { scope, id, key: null };
  if (query.get('tab') === historyTab) listState.tab = historyTab;
  if (query.has('view')) applyView(readQuery(listState.spec, view), null, (linked) => void listState.show(linked));
  const own = (listState.spec.parameters ?? []).flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  if (own.length > 0) listState.parameters = Object.fromEntries(own);
  if (id !== null || query.size > 0) route.navigate(path, { replace: true });
  restate(route, listState);
}

/**
 * Write the open row, and the query if it is not the first view, to the address bar. A reload, Back and a bookmark then
 * restore them.
 */
export function restate(route: Route, listState: ListState): void {
  const { spec } = listState;
  if (isBelow(route.segments, spec.path)) route.restate(pathOf(listState));
}

function pathOf({ panel, spec, query: { search, filter, sort, notReturned }, scope, parameters }: ListState): string {
  const shown = { search, filter, sort, notReturned };
  const isFirst = isSameView(shown, whole(spec, spec.views[0]?.query));
  const id = panel === undefined || !isWritable(panel.id) ? null : panel.id;
  const at = id === null || panel === undefined ? null : syncedAt(spec.collection, panel.scope, scope);
  return listPath(spec.path, { id, at, view: isFirst ? null : shown, more: parameters });
}

/** The address that opens a row in another window; undefined if the platform has no ID for it. */
export function rowLink(route: Route, { spec, scope }: ListState, entry: Scoped<ListRow>): string | undefined {
  const page = spec.pageOf?.(entry) ?? null;
  if (page !== null) return route.linkTo(page, entry.scope);
  const id = keyOf(spec.collection, entry);
  if (id === undefined) return undefined;
  return route.linkTo(listPath(spec.path, { id, at: syncedAt(spec.collection, entry.scope, scope) }), null);
}

/** A link (`reeve://…`) to a row, for other users of the instance. It contains the scope in which the row was synced. */
export function rowDeepLink(
  { profiles, moment }: Stores,
  { spec, scope }: ListState,
  entry: Scoped<ListRow>,
): string | undefined {
  const id = keyOf(spec.collection, entry);
  if (id === undefined || profiles.open === null) return undefined;
  const instance = instanceOf(profiles.open.url);
  return formatLink({
    instance,
    scope: syncedAt(spec.collection, entry.scope, scope) ?? scope ?? '',
    path: withMoment(listPath(spec.path, { id }), moment.ofPage),
  });
}

/** A link (`reeve://…`) to a list with its open row and query; undefined without an open instance. */
export function listDeepLink({ profiles, route, moment }: Stores, listState: ListState): string | undefined {
  if (profiles.open === null) return undefined;
  const scope = listState.scope ?? route.shown.scope ?? '';
  return formatLink({
    instance: instanceOf(profiles.open.url),
    scope,
    path: withMoment(pathOf(listState), moment.ofPage),
  });
}

/** The scope in which a row was synced; null if it is that of the list, or if rows are stored once for all scopes. */
function syncedAt(collection: string, synced: Scope, shown: Scope | null): Scope | null {
  const isStoredOnce = isCollection(collection) && outlines[collection].isStoredOnce;
  return synced === shown || isStoredOnce ? null : synced;
}

function keyOf(collection: string, { row }: Scoped<ListRow>): Key | undefined {
  const id = isCollection(collection) ? row[outlines[collection].key] : undefined;
  return isKey(id) && isWritable(id) ? id : undefined;
}

/** An address cannot contain half of a surrogate pair. */
function isWritable(id: Key): boolean {
  return typeof id === 'number' || id.isWellFormed();
}

function depthOf({ spec: { path } }: Pick<ListState, 'spec'>): number {
  return path.split('/').length - 1;
}
