import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { startSecretService, whyNoSecretService } from '../helpers/secret-service.ts';
import { startHost, startHostHere, startPlatform, type Demo, type RunningHost } from './host.ts';
import { slowDown } from './slow.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export interface WorkerFixtures {
  /** Environment of a private keychain; undefined if this machine cannot have one. */
  keychain: Record<string, string> | undefined;
  platform: Demo;
  /**
   * The browser context that all tests of a worker share. Its cookies, storage and permissions are cleared after each test.
   * Of the options of a context, `test.use` supports `viewport` and `contextOptions.forcedColors`, both for `page` only.
   */
  sharedContext: BrowserContext;
}

export interface Fixtures {
  /** Run `host` as the built program in a separate process. By default it runs in the test process. */
  isHostBuilt: boolean;
  /** Temporary; hosts that a test starts one after another with this folder share their data. */
  folder: string;
  host: RunningHost;
  /** The window of a new host. The test fails if the policy was violated or an error was logged. */
  window: Page;
}

/**
 * A test with one platform per file, and its own host and window. Decision:
 * build/decisions/0017-tests-share-pages-and-processes.md
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  keychain: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      if (whyNoSecretService() !== null) return use(undefined);
      const service = await startSecretService();
      await use(service.env);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  platform: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const platform = await startPlatform(['--users', '300']);
      await use(platform);
      await platform.stop();
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    async ({ browser, platform }, use, { project }) => {
      const { actionTimeout = 0, reducedMotion } = project.use;
      const shared = await browser.newContext(reducedMotion === undefined ? {} : { reducedMotion });
      shared.setDefaultTimeout(actionTimeout);
      // A renderer process takes 0.4 s to start. All windows use the process of this page as long as it is open.
      await (await shared.newPage()).goto(platform.url);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedContext }, use) => {
    const before = new Set(sharedContext.pages());
    await use(sharedContext);
    for (const page of sharedContext.pages()) if (!before.has(page)) await page.close();
    await sharedContext.clearPermissions();
    await sharedContext.setStorageState({ cookies: [], origins: [] });
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'reeve-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  isHostBuilt: [false, { option: true }],
  host: async ({ isHostBuilt, keychain, platform, folder }, use) => {
    const host = await (isHostBuilt ? startHost : startHostHere)({ keychain, folder, demo: platform });
    await use(host);
    expect(await host.stop(), 'the host ends cleanly').toBe(0);
  },
  page: async ({ context, viewport, contextOptions }, use) => {
    const page = await context.newPage();
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ forcedColors: contextOptions.forcedColors ?? null });
    await slowDown(page);
    await use(page);
  },
  window: async ({ host, page }, use) => {
    const troubles = await collectTroubles(page);
    await page.addInitScript(beginWithUsers);
    await page.goto(host.url);
    await use(page);
    expect(troubles).toEqual([]);
  },
});

/**
 * Runs in the window: the start address leads to the list of users instead of the Overview, which checks at once what the
 * token may see. So a test decides which requests are sent.
 */
function beginWithUsers(): void {
  if (!location.hash.startsWith('#key=')) return;
  const replace = history.replaceState.bind(history);
  history.replaceState = (state, unused, address) => {
    history.replaceState = replace;
    replace(state, unused, `${String(address)}#/users`);
  };
}

/** Collect what a window must never have: violations of the policy, uncaught errors, and errors on the console. */
export async function collectTroubles(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  await page.exposeFunction('reportViolation', (what: string) => troubles.push(`policy: ${what}`));
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (what: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      reportViolation(`${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`),
    );
  });
  return troubles;
}

export interface AxeScope {
  /**
   * `window`: everything. `page`: the open dialog, or else everything except the sidebar, the top bar and the status bar.
   * Default: `window`.
   */
  within?: 'window' | 'page';
  /** Run only these rules. */
  rules?: readonly string[];
  /** Also test the contrast of texts, which takes as long as all other rules. test/node/contrast.test.ts tests all colors. */
  isContrastTested?: boolean;
  /** Run the rules that read all style sheets too. They take 0.1 s, and find the same on every page. */
  readsStyles?: boolean;
}

/** The axe findings against WCAG 2.2 AA and its best practices: one line per rule, with the first place. */
export async function axeFindings(page: Page, scope: AxeScope = {}): Promise<string[]> {
  // Evaluated, not added as a script element, which the policy of the page refuses.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(axeFile, 'utf8'));
  return page.evaluate(runAxe, scope);
}

/** Runs in the window. */
async function runAxe({
  within = 'window',
  rules,
  isContrastTested = false,
  readsStyles = false,
}: AxeScope): Promise<string[]> {
  interface AxeViolation {
    id: string;
    help: string;
    nodes: { target: string[] }[];
  }
  const { axe } = window as unknown as {
    axe: { run: (context: object, options: object) => Promise<{ violations: AxeViolation[] }> };
  };
  // The same component renders all rows of a list: the first seven are enough
  const rows = '[role="row"]:nth-child(n+8)';
  const frame = '.shell > :not(#main)';
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
  const isDialog = within === 'page' && dialogs.length > 0;
  const context = {
    include: isDialog ? dialogs : [document.documentElement],
    exclude: within === 'window' || isDialog ? [[rows]] : [[rows], [frame]],
  };
  // Reporting the rules that passed takes as long as another rule
  const chosen =
    rules === undefined ? { rules: { 'color-contrast': { enabled: isContrastTested } } } : { runOnly: rules };
  const options = { resultTypes: ['violations'], preload: readsStyles, ...chosen };
  const { violations } = await axe.run(context, options);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.length}, first ${nodes[0]?.target.join(' ')})`,
  );
}

export { expect };
