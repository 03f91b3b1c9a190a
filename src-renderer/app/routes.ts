import type { Component } from 'svelte';

/** A page by the first segment of its path. Pages are loaded when they are first shown. */
export interface PageRoute {
  segment: string;
  load: () => Promise<{ default: Component }>;
}

export const homePath = '/users';

export const routes: readonly PageRoute[] = [
  { segment: 'users', load: () => import('../pages/users/UsersPage.svelte') },
  { segment: 'activity', load: () => import('../pages/activity/ActivityPage.svelte') },
  { segment: 'settings', load: () => import('../pages/settings/SettingsPage.svelte') },
  { segment: 'about', load: () => import('../pages/about/AboutPage.svelte') },
  { segment: 'profiles', load: () => import('../pages/profiles/ProfilesPage.svelte') },
  { segment: 'connect', load: () => import('../pages/connect/ConnectPage.svelte') },
];

/** Pages that work without an open instance. */
export const instanceless: readonly string[] = ['settings', 'about', 'profiles', 'connect'];
