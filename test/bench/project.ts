import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findChromium, quietArguments } from '../../build/scripts/chromium.ts';
import { chooseScope } from '../e2e/by-keyboard.ts';
import { startHost, type HostOptions } from '../e2e/host.ts';
import { networkTo } from '../e2e/network.ts';
import { startSecretService, whyNoSecretService } from '../helpers/secret-service.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import { PROJECT_PATHS } from '../platform/seed/groups.ts';
import { contextOf } from './browser.ts';
import type { Samples } from './figures.ts';
import { clickToLastChangeMs, framesMs } from './in-page.ts';
import { median } from './statistics.ts';

const place = `/p/${encodeURIComponent(PROJECT_PATHS.private)}`;
const longNote = 1_000_000;
const manyNotes = 5_000;
const visitsPerRound = 3;

/** A pinned project without the network, after a restart: its tabs, a long note and a thread of many notes. */
export async function projectSamples(): Promise<Samples> {
  const keychain = whyNoSecretService() === null ? await startSecretService() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'));
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: quietArguments,
  });
  try {
    const data = { keychain: keychain?.env, folder };
    const issues = await pinProject(browser, data);
    return await offlineSamples(browser, data, issues);
  } finally {
    await keychain?.stop();
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Issues = Record<'withLongNote' | 'withManyNotes', { iid: number; notes: number }>;

/** Pin everything with all its texts and files, and store the notes of two issues. */
async function pinProject(browser: Browser, data: HostOptions): Promise<Issues> {
  const platform = await createPlatform({ users: 60 });
  const network = await networkTo(platform.url);
  const host = await startHost({ ...data, demo: { url: network.url, tokens: platform.tokens } });
  const context = await contextOf(browser);
  try {
    const issues = addNotes(platform);
    const page = await context.newPage();
    await page.goto(host.url);
    await chooseScope(page, 'project', PROJECT_PATHS.private);
    await open(page, '/coverage');
    await page.getByRole('button', { name: /^Make everything available offline/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Total: at least').waitFor();
    await dialog.getByText('Files', { exact: true }).click();
    await page.keyboard.press('Enter');
    await page
      .getByRole('table', { name: /^Pinned/ })
      .getByText('Ready', { exact: true })
      .waitFor({ timeout: 300_000 });
    for (const { iid, notes } of Object.values(issues)) {
      await open(page, `${place}/issues/${iid}`);
      // The page of an issue syncs notes that were never synced
      await page.getByRole('button', { name: new RegExp(`^All (${notes}|${notes.toLocaleString('en')})$`) }).waitFor();
    }
    return issues;
  } finally {
    await context.close();
    await host.stop();
    await network.close();
    await platform.close();
  }
}

function addNotes({ world, clock }: Platform): Issues {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const [first, second] = world.issues.filter(({ project_id: id }) => id === project?.id);
  if (first === undefined || second === undefined) throw new Error('the seed lacks two issues');
  const add = (issue: typeof first, body: string): void => {
    world.notes.add({
      ...{ body, author_id: issue.author_id, created_at: clock.now(), updated_at: clock.now() },
      ...{ noteable_type: 'Issue', noteable_id: issue.id, noteable_iid: issue.iid, project_id: issue.project_id },
      ...{ system: false, internal: false, resolvable: false, resolved: false },
      ...{ imported: false, imported_from: 'none' },
    });
  };
  const line = 'Gusts of *wind* and `rain`, see #1. ';
  add(first, `${line.repeat(10)}\n\n`.repeat(longNote / (line.length * 10 + 2)).padEnd(longNote, 'x'));
  for (let at = 0; at < manyNotes; at += 1) add(second, `${at}: ${line.repeat(at % 9)}`);
  const issueOf = ({ iid, id }: typeof first) => ({ iid, notes: world.notes.on('Issue', id).length });
  return { withLongNote: issueOf(first), withManyNotes: issueOf(second) };
}

async function offlineSamples(browser: Browser, data: HostOptions, issues: Issues): Promise<Samples> {
  const visits: Visit[] = [];
  for (let at = 0; at < visitsPerRound; at += 1) visits.push(await visit(browser, data, issues));
  // The median of each tab, because another process can delay a single click
  const tabs = (visits[0]?.clicks ?? []).map((_, tab) => median(visits.flatMap(({ clicks }) => clicks[tab] ?? [])));
  return {
    tabMedian: { ours: median(tabs) },
    tabSlowest: { ours: Math.max(...tabs) },
    longNoteFrame: { ours: median(visits.map((one) => one.longNoteFrame)) },
    manyNotesFrame: { ours: median(visits.map((one) => one.manyNotesFrame)) },
  };
}

/** Times measured in one start of Reeve, in ms: each click on a tab, and the longest frames. */
interface Visit {
  clicks: number[];
  longNoteFrame: number;
  manyNotesFrame: number;
}

async function visit(browser: Browser, data: HostOptions, issues: Issues): Promise<Visit> {
  const host = await startHost(data);
  const context = await contextOf(browser);
  try {
    const page = await context.newPage();
    await page.goto(host.url);
    await page.getByRole('button', { name: `Project: ${PROJECT_PATHS.private}` }).waitFor();
    await page
      .getByRole('contentinfo')
      .filter({ hasText: /offline/i })
      .waitFor();
    // A person needs at least this long to find a tab. In this time, the window loads the code of the tabs
    await page.waitForTimeout(1_000);
    const clicks = await clicksOnTabs(page);
    const longestAt = async (iid: number) => Math.max(...(await framesAt(page, `${place}/issues/${iid}`)));
    const longNoteFrame = await longestAt(issues.withLongNote.iid);
    return { clicks, longNoteFrame, manyNotesFrame: await longestAt(issues.withManyNotes.iid) };
  } finally {
    await context.close();
    await host.stop();
  }
}

/** Click each tab in the sidebar and each part of it. */
async function clicksOnTabs(page: Page): Promise<number[]> {
  const all: number[] = [];
  const sidebar = `nav a[href^="#/p/"]`;
  await page.locator(sidebar).first().waitFor();
  const linksOf = (selector: string): Promise<string[]> =>
    page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const tab of await linksOf(sidebar)) {
    all.push(await page.evaluate(clickToLastChangeMs, `nav a[href="${tab}"]`));
    const [, ...parts] = await linksOf('main nav a[href^="#/p/"]');
    for (const part of parts) all.push(await page.evaluate(clickToLastChangeMs, `main nav a[href="${part}"]`));
  }
  if (all.length < 15) throw new Error(`only ${all.length} tabs were found`);
  return all;
}

/** The times between frames while a page is opened and scrolled, in ms. */
async function framesAt(page: Page, path: string): Promise<number[]> {
  await open(page, `${place}/summary`);
  await page.getByRole('heading', { level: 1, name: 'Core', exact: true }).waitFor();
  return page.evaluate(framesMs, path);
}

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => void (location.hash = to), `#${path}`);
}
