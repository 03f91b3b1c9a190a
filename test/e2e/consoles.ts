import type { Page } from '@playwright/test';
import { createPlatform, type Platform } from '../platform/platform.ts';
import type { TokenName } from '../platform/seed/tokens.ts';
import { expect, test as base } from './fixtures.ts';
import { startHost, startHostHere } from './host.ts';
import { networkTo, type Network } from './network.ts';

interface Options {
  /** The user whose token the profile has. */
  as: TokenName;
  isReadOnly: boolean;
}

interface Fixtures {
  /** The simulator in the test process, so that its world can be asserted. */
  simulator: Platform;
  /** The connection from Reeve to the simulator: cut it to be offline. */
  network: Network;
}

/**
 * A window on a console. `test.use({ as: 'developer', isReadOnly: true })` sets the token and the profile;
 * `simulator.world` is the data of the instance; `network.cut()` disconnects the network.
 */
export const test = base.extend<Fixtures & Options>({
  as: ['admin', { option: true }],
  isReadOnly: [false, { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  simulator: async ({}, use) => {
    const simulator = await createPlatform({ users: 60 });
    await use(simulator);
    await simulator.close();
  },
  network: async ({ simulator }, use) => {
    const network = await networkTo(simulator.url);
    await use(network);
    await network.close();
  },
  host: async ({ isHostBuilt, keychain, folder, simulator, network, as }, use) => {
    const demo = { url: network.url, tokens: { admin: simulator.tokens[as] } };
    const host = await (isHostBuilt ? startHost : startHostHere)({ keychain, folder, demo });
    await use(host);
    expect(await host.stop(), 'the host ends cleanly').toBe(0);
  },
  window: async ({ window, isReadOnly }, use) => {
    if (isReadOnly) await setReadOnly(window);
    await use(window);
  },
});

/** Set the open profile to read-only, or back, through its form. */
export async function setReadOnly(window: Page, isReadOnly = true): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate(() => (location.hash = '#/profiles'));
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByText('Advanced').click();
  await window.getByRole('checkbox', { name: 'Read-only' }).setChecked(isReadOnly, { force: true });
  await window.getByRole('button', { name: 'Save changes' }).click();
  // The form closes by itself and opens the list, which must not happen after the test went on
  await expect(window).toHaveURL(/#\/profiles$/);
  const mark = window.getByRole('navigation', { name: 'Scope' }).getByText('Read-only');
  await expect(mark).toHaveCount(isReadOnly ? 1 : 0);
}

export { expect };
