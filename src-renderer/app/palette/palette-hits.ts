import Box from '@lucide/svelte/icons/box';
import Network from '@lucide/svelte/icons/network';
import { collections } from '#shared/contract/collections.ts';
import type { SearchHit, SearchKind } from '#shared/contract/search.ts';
import { shell } from '#shared/text/en/shell.ts';
import type { Component } from 'svelte';
import type { Stores } from '../../stores/context.ts';
import { listPath } from '../../stores/window/address.ts';
import { pageOf, pages } from '../navigation.ts';

/**
 * Icon, title and page of a kind of hit. Groups and projects have no page: they become the scope of the current one.
 */
export function shownAs(kind: SearchKind): { icon: Component; title: string; segment: string | null } | undefined {
  switch (kind) {
    case 'group':
      return { icon: Network, title: shell.palette.groups, segment: null };
    case 'project':
      return { icon: Box, title: shell.palette.projects, segment: null };
    default:
      return pageOf(kind);
  }
}

/** The kinds of hits in display order: groups, projects, then the lists in the order of the sidebar. */
export const shownKinds: readonly SearchKind[] = [
  'group',
  'project',
  ...pages.flatMap(({ collection }) => (collection === undefined ? [] : [collection])),
];

/** Whether this version has a page for the hit. */
export function isShowable({ kind }: SearchHit): boolean {
  return shownAs(kind) !== undefined;
}

/**
 * Go to a hit. A row is shown on its page, in the scope in which it was synced, which becomes the chosen scope. Nothing
 * is sent to the instance. Fails: as `ScopeChoice.choose`.
 */
export async function goToHit({ scope, route }: Stores, { kind, scope: where, id }: SearchHit): Promise<void> {
  const { segment = null } = shownAs(kind) ?? {};
  if (where !== scope.current && !isOfInstance(kind)) await scope.chooseAt(where);
  if (segment !== null) route.navigate(`/${segment}/${encodeURIComponent(id ?? '')}`);
}

/** The address of a hit for another window. A group or project is shown there on the page that is shown here. */
export function hitLink({ route }: Stores, { kind, scope, id }: SearchHit): string {
  const { segment = null } = shownAs(kind) ?? {};
  if (segment === null) return route.linkTo(route.path, scope);
  return route.linkTo(listPath(`/${segment}`, { id: id ?? null }), isOfInstance(kind) ? null : scope);
}

/** Collections that exist only for the instance, whatever scope is chosen. */
function isOfInstance(kind: SearchKind): boolean {
  return kind !== 'group' && kind !== 'project' && Object.keys(collections[kind].lists).join() === 'instance';
}
