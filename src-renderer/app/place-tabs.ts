import Bell from '@lucide/svelte/icons/bell';
import BookText from '@lucide/svelte/icons/book-text';
import Bot from '@lucide/svelte/icons/bot';
import Briefcase from '@lucide/svelte/icons/briefcase-business';
import CodeIcon from '@lucide/svelte/icons/code-xml';
import CircleDot from '@lucide/svelte/icons/circle-dot';
import Cpu from '@lucide/svelte/icons/cpu';
import Gauge from '@lucide/svelte/icons/gauge';
import GitCommit from '@lucide/svelte/icons/git-commit-horizontal';
import GitPullRequest from '@lucide/svelte/icons/git-pull-request';
import KeySquare from '@lucide/svelte/icons/key-square';
import Package from '@lucide/svelte/icons/package';
import Plug from '@lucide/svelte/icons/plug';
import Rocket from '@lucide/svelte/icons/rocket';
import Scissors from '@lucide/svelte/icons/scissors';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import Tag from '@lucide/svelte/icons/tag';
import Users from '@lucide/svelte/icons/users';
import type { Component } from 'svelte';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { ListName } from '#shared/contract/collections.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { shell } from '#shared/text/en/shell.ts';
import { sameAs, type PlaceTabProps } from '../console/place-tab.ts';
import { placePath, readPlacePath, segmentOf, type PlaceAddress } from '../stores/window/address.ts';

/** A page about one project or group. Its code is loaded when it is first shown. */
export interface PlaceTab {
  /** The segment of its path after the project or group. */
  segment: string;
  title: string;
  icon: Component;
  load: () => Promise<{ default: Component<PlaceTabProps> }>;
  /** The next segment of its path is a part of it, such as `branches`. */
  hasParts?: boolean;
}

const { tabs } = shell.places;

/** The pages of a project, in the order of the sidebar. */
export const projectTabs: readonly PlaceTab[] = [
  tab(
    'summary',
    tabs.summary,
    Gauge,
    withoutProps(() => import('../pages/summary/SummaryTab.svelte')),
  ),
  parted(tab('code', tabs.code, CodeIcon, () => import('../pages/code/CodePage.svelte'))),
  list('issues', CircleDot, () => import('../pages/issues/IssuesPage.svelte')),
  list('mergeRequests', GitPullRequest, () => import('../pages/merge-requests/MergeRequestsPage.svelte')),
  list('deployments', Rocket, () => import('../pages/deployments/DeploymentsPage.svelte')),
  tab('wiki', tabs.wiki, BookText, () => import('../pages/wikis/WikiPage.svelte')),
  list('snippets', Scissors, () => import('../pages/snippets/SnippetsPage.svelte')),
  parted(tab('integrations', tabs.integrations, Plug, () => import('../pages/integrations/IntegrationsTab.svelte'))),
  parted(tab('access', tabs.access, Users, () => import('../pages/access/AccessTab.svelte'))),
];

/** The pages of a group, in the order of the sidebar. */
export const groupTabs: readonly PlaceTab[] = [
  tab(
    'summary',
    tabs.summary,
    Gauge,
    withoutProps(() => import('../pages/summary/SummaryTab.svelte')),
  ),
  list('issues', CircleDot, () => import('../pages/issues/IssuesPage.svelte')),
  list('mergeRequests', GitPullRequest, () => import('../pages/merge-requests/GroupMergeRequests.svelte')),
  tab('releases', tabs.releases, Tag, () => import('../pages/group-releases/ReleasesPage.svelte')),
  tab(
    'push-rule',
    tabs.pushRule,
    GitCommit,
    withoutProps(() => import('../pages/push-rules/PushRulesPage.svelte')),
  ),
  list('serviceAccounts', Bot, () => import('../pages/service-accounts/ServiceAccountsPage.svelte')),
  list('accessTokens', KeySquare, () => import('../pages/access-tokens/AccessTokensPage.svelte')),
  list('enterpriseUsers', Briefcase, () => import('../pages/enterprise-users/EnterpriseUsersPage.svelte')),
  list('sshCertificates', ScrollText, () => import('../pages/ssh-certificates/SshCertificatesPage.svelte')),
  list('runners', Cpu, () => import('../pages/runners/RunnersPage.svelte')),
  tab(
    'dependency-exports',
    shell.nav.dependencyExports,
    Package,
    () => import('../pages/dependency-exports/DependencyExportsPage.svelte'),
  ),
  tab('notifications', tabs.notifications, Bell, () => import('../pages/notification-settings/LevelsPage.svelte')),
];

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
  const segment = segmentOf(collection);
  const path = sameAs[kind][segment] ?? segment;
  return tabsOf(kind).some((one) => one.segment === path.split('/')[0]) ? path : undefined;
}

/** The page for the whole instance that shows the same as a tab; undefined: there is none. */
export function pageOfTab(kind: 'group' | 'project', [tab, part]: readonly (string | undefined)[]): string | undefined {
  const found = Object.entries(sameAs[kind]).find(([, path]) => path === tab || path === `${tab}/${part ?? ''}`);
  return found?.[0] ?? tab;
}

function tab(segment: string, title: string, icon: Component, load: PlaceTab['load']): PlaceTab {
  return { segment, title, icon, load };
}

function parted(one: PlaceTab): PlaceTab {
  return { ...one, hasParts: true };
}

/** A page that reads its group from the chosen scope. */
function withoutProps(load: () => Promise<{ default: Component }>): PlaceTab['load'] {
  return async () => {
    const { default: Page } = await load();
    return { default: (anchor) => Page(anchor, {}) };
  };
}

/** The tab of a collection. Its path and title come from the name of the collection. */
function list(collection: ListName, icon: Component, load: PlaceTab['load']): PlaceTab {
  return tab(segmentOf(collection), titleOf(collection), icon, load);
}
