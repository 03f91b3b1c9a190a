import type { Component } from 'svelte';

/** A page by the first segment of its path. Pages are loaded when they are first shown. */
export interface PageRoute {
  segment: string;
  load: () => Promise<{ default: Component }>;
}

export const homePath = '/users';

export const routes: readonly PageRoute[] = [
  { segment: 'overview', load: () => import('../../pages/overview/OverviewPage.svelte') },
  { segment: 'users', load: () => import('../../pages/users/UsersPage.svelte') },
  { segment: 'enterprise-users', load: () => import('../../pages/enterprise-users/EnterpriseUsersPage.svelte') },
  { segment: 'members', load: () => import('../../pages/members/MembersPage.svelte') },
  { segment: 'access', load: () => import('../../pages/members/AccessPage.svelte') },
  { segment: 'runners', load: () => import('../../pages/runners/RunnersPage.svelte') },
  { segment: 'catalogue', load: () => import('../../pages/catalogue/CataloguePage.svelte') },
  { segment: 'push-rules', load: () => import('../../pages/push-rules/PushRulesPage.svelte') },
  { segment: 'service-accounts', load: () => import('../../pages/service-accounts/ServiceAccountsPage.svelte') },
  { segment: 'access-tokens', load: () => import('../../pages/access-tokens/AccessTokensPage.svelte') },
  { segment: 'keys', load: () => import('../../pages/keys/KeysPage.svelte') },
  { segment: 'ssh-certificates', load: () => import('../../pages/ssh-certificates/SshCertificatesPage.svelte') },
  { segment: 'imports', load: () => import('../../pages/imports/ImportsPage.svelte') },
  { segment: 'activity', load: () => import('../../pages/activity/ActivityPage.svelte') },
  { segment: 'explorer', load: () => import('../../pages/explorer/ExplorerPage.svelte') },
  { segment: 'settings', load: () => import('../../pages/settings/SettingsPage.svelte') },
  { segment: 'about', load: () => import('../../pages/about/AboutPage.svelte') },
  { segment: 'profiles', load: () => import('../../pages/profiles/ProfilesPage.svelte') },
  { segment: 'connect', load: () => import('../../pages/connect/ConnectPage.svelte') },
];

/** Pages that work without an open instance. */
export const instanceless: readonly string[] = ['settings', 'about', 'profiles', 'connect'];
