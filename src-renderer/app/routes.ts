import type { Component } from 'svelte';
import ConnectPage from '../pages/connect/ConnectPage.svelte';

/** A page by the first segment of its path. Pages are loaded when they are first shown. */
export interface PageRoute {
  segment: string;
  load: () => Promise<{ default: Component }>;
}

export const homePath = '/users';

export const routes: readonly PageRoute[] = [
  { segment: 'users', load: () => import('../pages/users/UsersPage.svelte') },
  { segment: 'activity', load: () => import('../pages/activity/ActivityPage.svelte') },
  { segment: 'explorer', load: () => import('../pages/explorer/ExplorerPage.svelte') },
  { segment: 'settings', load: () => import('../pages/settings/SettingsPage.svelte') },
  { segment: 'about', load: () => import('../pages/about/AboutPage.svelte') },
  { segment: 'profiles', load: () => import('../pages/profiles/ProfilesPage.svelte') },
  // Also the first thing that a new installation shows, so it is there from the start.
  { segment: 'connect', load: () => Promise.resolve({ default: ConnectPage }) },
];

/** Pages that work without an open instance. */
export const instanceless: readonly string[] = ['settings', 'about', 'profiles', 'connect'];
