import type { Browser, BrowserContext } from '@playwright/test';
import { formatLink, instanceOf } from '#shared/link/deep-link.ts';

/** A new browser profile with the window size of the benchmark. */
export function contextOf(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
}

/** A link to the list of users of an instance. */
export const usersLink = (instanceUrl: string): string =>
  formatLink({ instance: instanceOf(instanceUrl), scope: '', path: '/users' });
