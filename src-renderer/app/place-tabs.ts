import type { LucideIconData } from '@lucide/icons';
import CodeIcon from '@lucide/icons/icons/code-xml';
import Gauge from '@lucide/icons/icons/gauge';
import Plug from '@lucide/icons/icons/plug';
import Tag from '@lucide/icons/icons/tag';
import Users from '@lucide/icons/icons/users';
import type { Component } from 'svelte';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { shell } from '#shared/text/en/shell.ts';
import { loadOnce } from '../components/load-once.ts';
import { sameAs, tabPathOf, type PlaceTabProps, type TabPart } from '../console/place-tab.ts';
import { placePath, readPlacePath, segmentOf, type PlaceAddress } from '../stores/window/address.ts';
import { pages, type Page } from './navigation.ts';

/** A page about one project or group. Its code is loaded when it is first shown. */
export interface PlaceTab {
  /** The segment of its path after the project or group. */
  segment: string;
  /** The segment that it had before. Addresses with it lead to the tab. */
  formerly?: string;
  title: string;
  icon: LucideIconData;
  load: () => Promise<{ default: Component<PlaceTabProps>; parts?: readonly TabPart[] }>;
  /** The next segment of its path is a part of it, such as `branches`. */
  hasParts?: boolean;
  /** The collection of its list. */
  collection?: CollectionName | undefined;
}

const { tabs } = shell.places;

/** The pages of a project, in the order of the sidebar. */
export const projectTabs: readonly PlaceTab[] = [
  summary(),
  parted(tab('code', tabs.code, CodeIcon, () => import('../pages/code/CodePage.svelte'))),
  list('issues'),
  list('mergeRequests'),
  { ...list('deployments'), load: loadOnce(() => import('../pages/deployments/DeploymentsPage.svelte')) },
  tab('wiki', tabs.wiki, pageAt('wikis').icon, () => import('../pages/wikis/WikiPage.svelte')),
  list('snippets'),
  parted(tab('integrations', tabs.integrations, Plug, () => import('../pages/integrations/IntegrationsTab.svelte'))),
  parted(tab('access', tabs.access, Users, () => import('../pages/access/AccessTab.svelte'))),
];

/** The pages of a group, in the order of the sidebar. */
export const groupTabs: readonly PlaceTab[] = [
  { ...summary(), segment: 'home', title: tabs.home, formerly: 'summary' },
  list('issues'),
  { ...list('mergeRequests'), load: loadOnce(() => import('../pages/merge-requests/GroupMergeRequests.svelte')) },
  tab('releases', tabs.releases, Tag, () => import('../pages/group-releases/ReleasesPage.svelte')),
  samePage('push-rules', { segment: 'push-rule', title: tabs.pushRule }),
  ...listsOfGroups(),
  list('runners'),
  samePage('dependency-exports'),
  samePage('notification-settings', { segment: 'notifications', title: tabs.notifications }),
];

/** The lists among the tabs of a group that the platform has for groups: the figures of its home. */
export function groupLists(): CollectionName[] {
  const collections = groupTabs.flatMap(({ collection }) => collection ?? []);
  return collections.filter(hasGroups);
}

/** Whether an address, which may name a project or group by its ID or path, shows this one. */
export function isPlaceOf({ kind, ref, id, path }: CatalogueEntry, place: PlaceAddress): boolean {
  return kind === place.kind && [ref, id, path].some((one) => String(one).toLowerCase() === place.ref.toLowerCase());
}

export const tabsOf = (kind: 'group' | 'project'): readonly PlaceTab[] =>
  kind === 'project' ? projectTabs : groupTabs;

/**
 * The path of a chosen project or group: the tab that shows what is shown now, or else its first tab. `segments`: of the
 * address of what is shown now.
 */
export function pathOfPlace(
  entry: { kind: 'group' | 'project'; ref: number | string },
  segments: readonly string[],
): string {
  const all = tabsOf(entry.kind);
  const shown = readPlacePath(segments);
  const [tab = '', part] = segments.slice(2);
  if (shown?.kind === entry.kind) {
    const isPart = part !== undefined && all.some(({ segment, hasParts }) => segment === tab && hasParts === true);
    return placePath(entry, isPart ? `${tab}/${part}` : tab);
  }
  const page = (shown === null ? segments[0] : pageOfTab(shown.kind, [tab, part])) ?? '';
  const path = sameAs[entry.kind][page] ?? page;
  const isTab = all.some(({ segment }) => segment === path.split('/')[0]);
  return placePath(entry, isTab ? path : all[0]?.segment);
}

/** The path of the tab that shows a collection, after that of the project or group; undefined: there is none. */
export function tabOfCollection(kind: 'group' | 'project', collection: string): string | undefined {
  const path = tabPathOf(kind, collection);
  return tabsOf(kind).some((one) => one.segment === path.split('/')[0]) ? path : undefined;
}

/** The page for the whole instance that shows the same as a tab; undefined: there is none. */
export function pageOfTab(kind: 'group' | 'project', [tab, part]: readonly (string | undefined)[]): string | undefined {
  const found = Object.entries(sameAs[kind]).find(([, path]) => path === tab || path === `${tab}/${part ?? ''}`);
  return found?.[0] ?? tab;
}

function tab(segment: string, title: string, icon: LucideIconData, load: PlaceTab['load']): PlaceTab {
  return { segment, title, icon, load: loadOnce(load) };
}

function parted(one: PlaceTab): PlaceTab {
  return { ...one, hasParts: true };
}

function pageAt(segment: string): Page {
  const page = pages.find((one) => one.segment === segment);
  if (page === undefined) throw new Error(`there is no page ${segment}`);
  return page;
}

/** A tab with the page of the whole instance at this segment. `own`: its other segment and title. */
function samePage(at: string, own: { segment?: string; title?: string } = {}): PlaceTab {
  const { segment, title, icon, load } = pageAt(at);
  return { segment, title, icon, load, ...own };
}

/** The tab of a list, with the page that shows it for the whole instance. */
function list(collection: CollectionName): PlaceTab {
  return { ...samePage(segmentOf(collection)), collection };
}

/**
 * The tabs of the lists that groups have and projects don't, in the order of the navigation. A list whose tab has
 * another name in a group (`sameAs`) is named in `groupTabs` itself.
 */
function listsOfGroups(): PlaceTab[] {
  return pages
    .flatMap(({ collection }) => collection ?? [])
    .filter((one) => hasGroups(one) && !('project' in outlines[one].lists) && !(segmentOf(one) in sameAs.group))
    .map(list);
}

function hasGroups(collection: CollectionName): boolean {
  return (outlines[collection].lists.group ?? null) !== null;
}

function summary(): PlaceTab {
  return tab('summary', tabs.summary, Gauge, async () => {
    const { default: Summary } = await import('../pages/summary/SummaryTab.svelte');
    return { default: (anchor, props) => Summary(anchor, { ...props, groupLists: groupLists() }) };
  });
}
