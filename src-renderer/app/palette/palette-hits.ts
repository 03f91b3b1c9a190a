import Box from '@lucide/svelte/icons/box';
import Network from '@lucide/svelte/icons/network';
import { collections } from '#shared/contract/collections.ts';
import type { SearchHit, SearchKind } from '#shared/contract/search.ts';
import { shell } from '#shared/text/en/shell.ts';
import type { Component } from 'svelte';
import type { Stores } from '../../stores/context.ts';
import { pageOf, pages } from '../navigation.ts';

/** How something that was found is drawn, and the page that shows it; a group or project is shown by the page on show. */
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

/** What can be found, in the order in which it is shown: groups, projects, then rows in the order of the sidebar. */
export const shownKinds: readonly SearchKind[] = [
  'group',
  'project',
  ...pages.flatMap(({ collection }) => (collection === undefined ? [] : [collection])),
];

/** Whether this version has the page that shows it. */
export function isShowable({ kind }: SearchHit): boolean {
  return shownAs(kind) !== undefined;
}

/**
 * Go to what was found. A row is shown on its page in the scope that it was read in, which is chosen first; nothing is
 * ever written to the platform. Fails as `ScopeChoice.choose` does.
 */
export async function goToHit({ scope, route }: Stores, { kind, scope: where, id }: SearchHit): Promise<void> {
  const { segment = null } = shownAs(kind) ?? {};
  if (where !== scope.current && !isOfInstance(kind)) await scope.chooseAt(where);
  if (segment !== null) route.navigate(`/${segment}/${encodeURIComponent(id ?? '')}`);
}

/** Rows that only the instance has, whatever scope is chosen. */
function isOfInstance(kind: SearchKind): boolean {
  return kind !== 'group' && kind !== 'project' && Object.keys(collections[kind].lists).join() === 'instance';
}
