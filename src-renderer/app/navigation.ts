import type { LucideIconData } from '@lucide/icons';
import Activity from '@lucide/icons/icons/activity';
import Bell from '@lucide/icons/icons/bell';
import BookText from '@lucide/icons/icons/book-text';
import Bot from '@lucide/icons/icons/bot';
import Braces from '@lucide/icons/icons/braces';
import Briefcase from '@lucide/icons/icons/briefcase-business';
import CircleDot from '@lucide/icons/icons/circle-dot';
import Cpu from '@lucide/icons/icons/cpu';
import GitCommit from '@lucide/icons/icons/git-commit-horizontal';
import GitCompareArrows from '@lucide/icons/icons/git-compare-arrows';
import GitPullRequest from '@lucide/icons/icons/git-pull-request';
import Globe from '@lucide/icons/icons/globe';
import HardDriveDownload from '@lucide/icons/icons/hard-drive-download';
import History from '@lucide/icons/icons/rotate-ccw-clock';
import Import from '@lucide/icons/icons/import';
import Info from '@lucide/icons/icons/info';
import Key from '@lucide/icons/icons/key-round';
import KeySquare from '@lucide/icons/icons/key-square';
import LayoutDashboard from '@lucide/icons/icons/layout-dashboard';
import Link from '@lucide/icons/icons/link';
import ListTree from '@lucide/icons/icons/list-tree';
import MessageSquare from '@lucide/icons/icons/message-square';
import Package from '@lucide/icons/icons/package';
import Plus from '@lucide/icons/icons/plus';
import Rocket from '@lucide/icons/icons/rocket';
import ScanEye from '@lucide/icons/icons/scan-eye';
import Scissors from '@lucide/icons/icons/scissors';
import ScrollText from '@lucide/icons/icons/scroll-text';
import Send from '@lucide/icons/icons/send';
import Settings from '@lucide/icons/icons/settings-2';
import Ticket from '@lucide/icons/icons/ticket';
import UserRound from '@lucide/icons/icons/user-round';
import Users from '@lucide/icons/icons/users';
import Webhook from '@lucide/icons/icons/webhook';
import type { Component } from 'svelte';
import type { CollectionName, ListName } from '#shared/contract/collections.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import type { ListWords } from '#shared/text/en/list-words.ts';
import { shell } from '#shared/text/en/shell.ts';
import { loadOnce } from '../components/load-once.ts';
import { segmentOf } from '../stores/window/address.ts';
import { plainPage } from './plain-page.ts';

/** A page of the window. Its code is loaded when it is first shown. */
export interface Page {
  /** The first segment of its path. */
  segment: string;
  title: string;
  icon: LucideIconData;
  load: () => Promise<{ default: Component }>;
  /** The shortcut that opens it. */
  keys?: string | undefined;
  /** The collection of its list: the sidebar counts its rows, and the palette finds them. */
  collection?: CollectionName | undefined;
  /** The page works without an open instance. */
  isInstanceless?: boolean;
  /** The segment of the page that the sidebar marks as current while this page is shown. */
  under?: string;
}
/** Pages below one heading of the sidebar. */
export interface Section {
  title: string | null;
  pages: readonly Page[];
}

const { nav, commands } = shell;
const usersPage = list('users', Users, 'g u', () => import('../pages/users/UsersPage.svelte'));

/** The sections of the sidebar in order. */
export const sections: readonly Section[] = [
  section(null, [
    page('overview', nav.overview, LayoutDashboard, 'g v', () => import('../pages/overview/StartPage.svelte')),
  ]),
  section(nav.manage, [
    usersPage,
    list('enterpriseUsers', Briefcase, 'g x', () => import('../pages/enterprise-users/EnterpriseUsersPage.svelte')),
    list('members', UserRound, 'g m', () => import('../pages/members/MembersPage.svelte')),
    list('runners', Cpu, 'g r', () => import('../pages/runners/RunnersPage.svelte')),
    list('serviceAccounts', Bot, 'g b', () => import('../pages/service-accounts/ServiceAccountsPage.svelte')),
    list('accessTokens', KeySquare, 'g t', () => import('../pages/access-tokens/AccessTokensPage.svelte')),
    list('keys', Key, 'g k', () => import('../pages/keys/KeysPage.svelte')),
  ]),
  section(nav.work, [
    list('issues', CircleDot, 'g n', () => import('../pages/issues/IssuesPage.svelte')),
    list('mergeRequests', GitPullRequest, 'g q', () => import('../pages/merge-requests/MergeRequestsPage.svelte')),
    plain('deployments', Rocket, 'g z', () => import('#shared/text/en/deployments.ts')),
    plain('notes', MessageSquare, undefined, () => import('#shared/text/en/notes.ts')),
    plain('wikis', BookText, 'g w', () => import('#shared/text/en/wikis.ts')),
    list('snippets', Scissors, undefined, () => import('../pages/snippets/SnippetsPage.svelte')),
    list('notificationSettings', Bell, undefined, () => import('../pages/notification-settings/LevelsPage.svelte')),
  ]),
  section(nav.policy, [
    list('pushRules', GitCommit, 'g p', () => import('../pages/push-rules/PushRulesPage.svelte')),
    page('job-tokens', nav.jobTokens, Ticket, undefined, () => import('../pages/job-tokens/JobTokensPage.svelte')),
    list('sshCertificates', ScrollText, 'g h', () => import('../pages/ssh-certificates/SshCertificatesPage.svelte')),
  ]),
  section(nav.watch, [
    list('remoteMirrors', GitCompareArrows, 'g y', () => import('../pages/remote-mirrors/RemoteMirrorsPage.svelte')),
    list('webhooks', Webhook, 'g l', () => import('../pages/webhooks/WebhooksPage.svelte')),
    page(
      'dependency-exports',
      nav.dependencyExports,
      Package,
      'g d',
      () => import('../pages/dependency-exports/DependencyExportsPage.svelte'),
    ),
    page('imports', nav.imports, Import, 'g o', () => import('../pages/imports/ImportsPage.svelte')),
  ]),
  section(nav.inspect, [
    page('changes', nav.changes, History, 'g j', () => import('../pages/changes/ChangesPage.svelte')),
    page('activity', nav.activity, Activity, 'g a', () => import('../pages/activity/ActivityPage.svelte')),
    page('access', nav.accessReview, ScanEye, undefined, () => import('../pages/access/AccessPage.svelte')),
    page('catalogue', nav.catalogue, ListTree, 'g c', () => import('../pages/catalogue/CataloguePage.svelte')),
    page('coverage', nav.coverage, HardDriveDownload, undefined, () => import('../pages/coverage/CoveragePage.svelte')),
    page('explorer', nav.explorer, Braces, 'g e', () => import('../pages/explorer/ExplorerPage.svelte')),
  ]),
];

/** The page at the bottom of the sidebar. */
export const settingsPage: Page = {
  ...page('settings', nav.settings, Settings, 'g s', () => import('../pages/settings/SettingsPage.svelte')),
  isInstanceless: true,
};

/** Pages that only links lead to. */
const linked: readonly Page[] = [
  {
    ...page('people', nav.people, UserRound, undefined, () => import('../pages/people/PeoplePage.svelte')),
    under: usersPage.segment,
  },
  plain('webhookEvents', Send, undefined, () => import('#shared/text/en/webhook-events.ts')),
];

const others: readonly Page[] = [
  page('profiles', commands.instances, Globe, 'g i', () => import('../pages/profiles/ProfilesPage.svelte')),
  page('about', commands.about, Info, undefined, () => import('../pages/about/AboutPage.svelte')),
  page(
    'diagnostics',
    commands.diagnostics,
    Info,
    undefined,
    () => import('../pages/diagnostics/DiagnosticsPage.svelte'),
  ),
  page('open', shell.openLink, Link, undefined, () => import('../pages/open/OpenLinkPage.svelte')),
  page('connect', commands.addInstance, Plus, undefined, () => import('../pages/connect/ConnectPage.svelte')),
].map((one) => ({ ...one, isInstanceless: true }));

export const pages: readonly Page[] = [...sections.flatMap((one) => one.pages), settingsPage, ...linked, ...others];

/** The path of the page that a window begins with. */
export const homePath = `/${pages[0]?.segment ?? ''}`;

/** The page that lists a collection. */
export function pageOf(collection: CollectionName): Page | undefined {
  return pages.find((one) => one.collection === collection);
}

function section(title: string | null, own: readonly Page[]): Section {
  return { title, pages: own };
}

function page(
  segment: string,
  title: string,
  icon: LucideIconData,
  keys: string | undefined,
  load: Page['load'],
): Page {
  return { segment, title, icon, keys, load: loadOnce(load) };
}

/** The page of a collection. Its path and title come from the name of the collection. */
function list(collection: CollectionName, icon: LucideIconData, keys: string | undefined, load: Page['load']): Page {
  return { ...page(segmentOf(collection), titleOf(collection), icon, keys, load), collection };
}

/** The page of a collection, made from its declaration and words. */
function plain<C extends ListName>(
  collection: C,
  icon: LucideIconData,
  keys: string | undefined,
  words: () => Promise<Record<C, ListWords<C>>>,
): Page {
  return list(collection, icon, keys, plainPage(collection, words));
}
