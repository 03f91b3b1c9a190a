import type { LucideIconData } from '@lucide/icons';
import Box from '@lucide/icons/icons/box';
import FolderGit from '@lucide/icons/icons/folder-git-2';
import Network from '@lucide/icons/icons/network';
import { collections, isCollection } from '#shared/contract/collections.ts';
import { readScope } from '#shared/contract/scope.ts';
import { hasTextsOnly, searchKinds, type SearchHit, type SearchKind } from '#shared/contract/search.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { palette } from '#shared/text/en/palette.ts';
import { shell } from '#shared/text/en/shell.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import { listOf } from '../../console/places.ts';
import { commitPath, filePath } from '../../pages/code/file-address.ts';
import type { Stores } from '../../stores/context.ts';
import { remoteReason } from '../../stores/availability.ts';
import { listPath, placePath } from '../../stores/window/address.ts';
import { lookUp } from '../../stores/window/look-up.ts';
import { pageOf, pages } from '../navigation.ts';
import { pathOfPlace, tabOfCollection } from '../place-tabs.ts';
import type { PaletteEntry } from './palette-entries.ts';

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

/**
 * The kinds of hits in display order: people, groups, projects, then the lists in the order of the sidebar, those without
 * names last.
 */
const shownKinds: readonly SearchKind[] = [
  ...new Set<SearchKind>([
    ...searchKinds.slice(0, 3),
    ...pages.flatMap((page) => page.collection ?? []),
    ...searchKinds,
  ]),
].toSorted((a, b) => Number(hasTextsOnly(a)) - Number(hasTextsOnly(b)));

/** Whether a hit is so close that it comes before pages that match loosely: people by any of their names. */
export function isClose({ kind, closeness }: SearchHit): boolean {
  return closeness <= (kind === 'person' ? 2 : 1);
}

/**
 * The hits by kind: people first if a word of their names begins with the words, then the kind with the closest name first;
 * equally close kinds in display order.
 */
export function byKind(hits: readonly SearchHit[]): [kind: SearchKind, hits: SearchHit[]][] {
  const order = (hit: SearchHit): number => (hit.kind === 'person' && isClose(hit) ? -1 : hit.closeness);
  const place = ({ kind }: SearchHit): number => shownKinds.indexOf(kind);
  return [
    ...Map.groupBy(
      hits.toSorted((a, b) => order(a) - order(b) || place(a) - place(b)),
      ({ kind }) => kind,
    ),
  ];
}

/** The entry that opens a hit. */
export function entryOf(stores: Stores, hit: SearchHit): PaletteEntry {
  const { kind, key, title, fetchedAt, lookUp: wanted } = hit;
  const shown = shownAs(kind);
  const failed = wanted === undefined ? shell.scopes.failed : palette.lookUpFailed(visibleText(title));
  return {
    id: `${kind}:${key}`,
    title: fetchedAt === null ? palette.lookUp(title) : title,
    icon: shown?.icon,
    disabledReason: shown === undefined ? palette.noPage : wanted && remoteReason(stores),
    ...(wanted === undefined && { link: hitLink(stores, hit) }),
    run: () => void attempt(() => goToHit(stores, hit), failed),
    hit,
  };
}

/**
 * Go to a hit: a project or group, or a row on the page of its project. Another row is shown on the page of its list, in
 * the scope in which it was synced, which becomes the chosen scope. The instance is only asked for a hit that must be
 * looked up. Fails: as `ScopeChoice.choose` and `lookUp`.
 */
export async function goToHit(stores: Stores, hit: SearchHit): Promise<void> {
  const { scope, route, session } = stores;
  if (hit.lookUp !== undefined) {
    const { navigationCount } = route;
    const path = await lookUp(session, hit.lookUp);
    // Not if another page was opened meanwhile
    if (route.navigationCount === navigationCount) route.navigate(path);
    return;
  }
  const inPlace = placePathOf(stores, hit);
  if (inPlace === null && hit.scope !== scope.current && !isOfInstance(hit.kind)) await scope.chooseAt(hit.scope);
  route.navigate(inPlace ?? ownPathOf(hit));
}

/** The address of a hit for another window. */
function hitLink(stores: Stores, hit: SearchHit): string {
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
  if (kind === 'commits' && fetchedAt === null) return commitPath(placePath(at, 'code'), String(id));
  // The page of an issue, which also shows its notes, is addressed by its number in the project
  const list = at.place === null ? kind : listOf(at.place.kind);
  const tab = list && tabOfCollection('project', list);
  return tab === undefined ? null : listPath(placePath(at, tab), { id: at.place?.id ?? id });
}

function ownPathOf({ kind, id }: SearchHit): string {
  return listPath(`/${shownAs(kind)?.segment ?? ''}`, { id });
}

/** People, and collections that exist only for the instance, whatever scope is chosen. */
function isOfInstance(kind: SearchKind): boolean {
  return kind === 'person' || (isCollection(kind) && Object.keys(collections[kind].lists).join() === 'instance');
}
