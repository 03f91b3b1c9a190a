import type { LucideIconData } from '@lucide/icons';
import Box from '@lucide/icons/icons/box';
import FolderGit from '@lucide/icons/icons/folder-git-2';
import Network from '@lucide/icons/icons/network';
import { collections, isCollection } from '#shared/contract/collections.ts';
import { readScope, type ReadScope } from '#shared/contract/scope.ts';
import { hasTextsOnly, searchKinds, type SearchHit, type SearchKind } from '#shared/contract/search.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { palette } from '#shared/text/en/palette.ts';
import { listOf } from '../../console/places.ts';
import { commitPath, filePath } from '../../pages/code/file-address.ts';
import type { Stores } from '../../stores/context.ts';
import { listPath, placePath } from '../../stores/window/address.ts';
import { pageOf, pages } from '../navigation.ts';
import { pathOfPlace, tabOfCollection } from '../place-tabs.ts';

/**
 * Icon, title and page of a kind of hit. `segment` null: a group or project, or a list that only the page of a project
 * shows.
 */
export function shownAs(kind: SearchKind): { icon: LucideIconData; title: string; segment: string | null } | undefined {
  switch (kind) {
    case 'person':
      return pages.find(({ segment }) => segment === 'people');
    case 'group':
      return { icon: Network, title: palette.groups, segment: null };
    case 'project':
      return { icon: Box, title: palette.projects, segment: null };
    default: {
      const isInProject = tabOfCollection('project', kind) !== undefined;
      return pageOf(kind) ?? (isInProject ? { icon: FolderGit, title: titleOf(kind), segment: null } : undefined);
    }
  }
}

const listed = pages.flatMap(({ collection }) => (collection === undefined ? [] : [collection as SearchKind]));

/**
 * The kinds of hits in display order: people, groups, projects, then the lists in the order of the sidebar, those without
 * names last.
 */
const shownKinds: readonly SearchKind[] = [
  ...new Set<SearchKind>(['person', 'group', 'project', ...listed, ...searchKinds]),
].toSorted((a, b) => Number(hasTextsOnly(a)) - Number(hasTextsOnly(b)));

/** Whether a hit is so close that it comes before pages that match loosely: people by any of their names. */
export function isClose({ kind, closeness }: Pick<SearchHit, 'kind' | 'closeness'>): boolean {
  return closeness <= (kind === 'person' ? 2 : 1);
}

/**
 * The hits by kind: people if a word of their names begins with the words, then the kind with the closest name first;
 * equally close kinds in display order.
 */
export function byKind(hits: readonly SearchHit[]): { kind: SearchKind; hits: SearchHit[] }[] {
  const order = (own: { kind: SearchKind; closeness: number }): number =>
    own.kind === 'person' && isClose(own) ? -1 : own.closeness;
  return shownKinds
    .map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) }))
    .filter((one) => one.hits.length > 0)
    .map((one) => ({ ...one, closeness: Math.min(...one.hits.map((hit) => hit.closeness)) }))
    .toSorted((a, b) => order(a) - order(b));
}

/** Whether this version has a page for the hit. */
export function isShowable({ kind }: SearchHit): boolean {
  return shownAs(kind) !== undefined;
}

/**
 * Go to a hit: a project or group, or a row on the page of its project. Another row is shown on the page of its list, in
 * the scope in which it was synced, which becomes the chosen scope. Nothing is sent to the instance. Fails: as
 * `ScopeChoice.choose`.
 */
export async function goToHit(stores: Stores, hit: SearchHit): Promise<void> {
  const { scope, route } = stores;
  const inPlace = placePathOf(stores, hit);
  if (inPlace === null && hit.scope !== scope.current && !isOfInstance(hit.kind)) await scope.chooseAt(hit.scope);
  route.navigate(inPlace ?? ownPathOf(hit));
}

/** The address of a hit for another window. */
export function hitLink(stores: Stores, hit: SearchHit): string {
  const inPlace = placePathOf(stores, hit);
  return stores.route.linkTo(inPlace ?? ownPathOf(hit), isOfInstance(hit.kind) ? null : hit.scope);
}

/** The path of a hit on the page of a project or group; null: its list has a page for the whole instance. */
function placePathOf({ route }: Stores, { kind, scope, place, id, file, fetchedAt }: SearchHit): string | null {
  const at = readScope(place ?? scope);
  if (at === null) return null;
  if (file !== undefined) return filePath(placePath(at, 'code/files'), file);
  if (kind === 'group' || kind === 'project') return pathOfPlace(at, route.segments);
  if (at.kind !== 'project') return null;
  const tab = tabOfCollection('project', kind);
  if (tab === undefined) return pagePathOf(at);
  if (kind === 'commits' && fetchedAt === null) return commitPath(placePath(at, 'code'), String(id));
  // The pages of issues and merge requests are addressed by their number in the project
  const isNumbered = at.place?.kind === 'issue' || at.place?.kind === 'mr';
  return listPath(placePath(at, tab), { id: isNumbered ? (at.place?.id ?? id) : id });
}

/** The page of an issue, merge request or snippet; null: the place is another one. */
function pagePathOf({ kind, ref, place }: ReadScope): string | null {
  const owner = place === null ? undefined : listOf(place.kind);
  const tab = owner === undefined ? undefined : tabOfCollection('project', owner);
  return tab === undefined || place === null ? null : listPath(placePath({ kind, ref }, tab), { id: place.id });
}

function ownPathOf({ kind, id }: SearchHit): string {
  return listPath(`/${shownAs(kind)?.segment ?? ''}`, { id });
}

/** People, and collections that exist only for the instance, whatever scope is chosen. */
function isOfInstance(kind: SearchKind): boolean {
  return kind === 'person' || (isCollection(kind) && Object.keys(collections[kind].lists).join() === 'instance');
}
