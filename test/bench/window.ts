import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { findChromium, quietArguments } from '../../build/scripts/chromium.ts';
import { startHost, startPlatform, type HostOptions } from '../e2e/host.ts';
import { startSecretService, whyNoSecretService } from '../helpers/secret-service.ts';
import { framesWhileReadingMs, hasNames, keysToRowsMs, loadedScripts } from './in-page.ts';
import { median, percentiles } from './statistics.ts';
import { contextOf, usersLink } from './browser.ts';
import { queueSamples } from './queue.ts';
import type { Sample, Samples } from './figures.ts';

const words = ['anna', 'baker', 'иван', 'x', 'son', '@mail', 'example', 'zzzq'];
const offlineStarts = 5;

/** The built window in a browser: online, offline after a restart, and with many queued jobs. */
export async function windowSamples(users: number): Promise<Samples> {
  const keychain = whyNoSecretService() === null ? await startSecretService() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'));
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: quietArguments,
  });
  try {
    const data = { keychain: keychain?.env, folder: join(folder, 'users') };
    const { link, samples } = await onlineSamples(browser, data, users);
    const queued = { keychain: keychain?.env, folder: join(folder, 'queue') };
    return {
      ...samples,
      ...(await offlineSamples(browser, { ...data, link })),
      ...(await queueSamples(browser, queued)),
    };
  } finally {
    // Before the browser is closed, because the keychain does not keep this process alive until it has ended.
    await keychain?.stop();
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onlineSamples(
  browser: Browser,
  data: HostOptions,
  users: number,
): Promise<{ link: string; samples: Samples }> {
  const platform = await startPlatform(['--users', String(users)]);
  const link = usersLink(platform.url);
  const host = await startHost({ ...data, demo: platform, link });
  const context = await contextOf(browser);
  const page = await context.newPage();
  await page.goto(host.url);
  const firstRows = await firstRowsSample(page, users);
  const keys = percentiles((await page.evaluate(keysToRowsMs, words)).filter((ms) => ms > 0));
  const frames = percentiles(await page.evaluate(framesWhileReadingMs, 300));
  const heap = await heapMB(context, page);
  await context.close();
  await platform.stop();
  await host.stop();
  const samples = {
    firstRows,
    keyP50: { ours: keys.p50 },
    keyP95: { ours: keys.p95 },
    frameP95: { ours: frames.p95 },
    heap: { ours: heap },
  };
  return { link, samples };
}

/** The time until the first rows are shown, and until the first sync has ended. */
async function firstRowsSample(page: Page, users: number): Promise<Sample> {
  const startedAt = performance.now();
  await page.getByRole('main').getByRole('button', { name: 'Sync users' }).last().click();
  await page.waitForFunction(hasNames, 10);
  const ours = (performance.now() - startedAt) / 1_000;
  const count = page.getByRole('toolbar', { name: 'Filters and columns' }).getByRole('status');
  await count.filter({ hasText: users.toLocaleString('en-US') }).waitFor({ timeout: 300_000 });
  // The progress of the sync disappears when its indexes are built.
  await page.getByRole('progressbar').first().waitFor({ state: 'detached', timeout: 60_000 });
  return { ours, against: (performance.now() - startedAt) / 1_000 };
}

/** The median time from the ready line of the host to 20 visible names, with an empty browser cache. */
async function offlineSamples(browser: Browser, data: HostOptions): Promise<Samples> {
  const all: number[] = [];
  let scriptKB = 0;
  for (let start = 0; start < offlineStarts; start++) {
    const context = await contextOf(browser);
    const page = await context.newPage();
    const host = await startHost(data);
    const readyAt = performance.now();
    await page.goto(host.url, { waitUntil: 'commit' });
    await page.waitForFunction(hasNames, 20);
    all.push(performance.now() - readyAt);
    const scripts = await page.evaluate(loadedScripts);
    scriptKB = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
    await context.close();
    await host.stop();
  }
  return { offlineStart: { ours: median(all) }, scripts: { ours: scriptKB } };
}

async function heapMB(context: BrowserContext, page: Page): Promise<number> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
