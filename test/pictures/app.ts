import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { windowParameters } from '#shared/link/window-address.ts';
import { seconds } from '#shared/time.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../platform/seed/groups.ts';
import { startStage, type Stage } from './stage.ts';

/**
 * `npm run pictures:app DATA FOLDER [NAME…]`: takes pictures of all addresses of the navigation, or of those whose name
 * begins with a NAME, each in three sizes and both themes. DATA: the folder with the stored data of the demo. It is
 * created if it does not exist. Use the same folder for all pictures that are compared. The command works on a copy of
 * it, with a stopped clock and without automatic syncs.
 */
const [data, folder, ...names] = process.argv.slice(2);
if (data === undefined || folder === undefined) throw new Error('names of two folders are needed');

const sizes = [
  [1440, 900],
  [1024, 700],
  [720, 450],
] as const;
const themes = ['light', 'dark'] as const;
/** Addresses of the parts of project tabs, after the path of the project. */
const parts = [
  ...['code/files', 'code/branches', 'code/commits', 'code/submodules', 'integrations/mirrors', 'integrations/uploads'],
  ...['integrations/exports', 'access/job-token', 'access/runners', 'access/notifications'],
];
const whole = await segmentsOf('navigation.ts', 'pages');
const ofProject = [...(await segmentsOf('place-tabs.ts', 'projectTabs')), ...parts];
const ofGroup = await segmentsOf('place-tabs.ts', 'groupTabs');
const project = encodeURIComponent(PROJECT_PATHS.private);
const group = encodeURIComponent(GROUP_PATHS.top);
/** The address of each page, by the name of its folder. */
const addresses = Object.fromEntries([
  ...whole.map((page) => [page, `/${page}`]),
  ['person', '/people/4'],
  ...ofProject.map((tab) => [`project-${tab.replace('/', '-')}`, `/p/${project}/${tab}`]),
  ...ofGroup.map((tab) => [`group-${tab}`, `/g/${group}/${tab}`]),
]) as Record<string, string>;
const chosen = Object.entries(addresses).filter(
  ([page]) => names.length === 0 || names.some((name) => page.startsWith(name)),
);

if (!existsSync(data)) await make(data);
await takeAll(data, folder);
process.exit(0);

/** The last parts of the addresses of the pages or tabs that a module of the window exports. */
async function segmentsOf(file: string, name: string): Promise<string[]> {
  const { href } = new URL(`../../src-renderer/app/${file}`, import.meta.url);
  const all = ((await import(href)) as Record<string, readonly { segment: string }[]>)[name] ?? [];
  return all.map(({ segment }) => segment);
}

/** Create the folder with the data of the demo. Opens all pages once, so that their lists are synced. */
async function make(kept: string): Promise<void> {
  const part = `${kept}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const stage = await startStage({ folder: part });
  try {
    for (const address of Object.values(addresses)) {
      await open(stage, address);
      // A second time: some parts appear only after a reply, and sync more
      await stage.pass(seconds(5));
      await settle(stage);
    }
  } finally {
    await stage.close();
  }
  writeFileSync(join(part, 'time.json'), JSON.stringify(stage.now()));
  renameSync(part, kept);
}

async function takeAll(kept: string, to: string): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'reeve-pictures-'));
  // Durations differ in each run
  performance.now = () => 0;
  cpSync(kept, copy, { recursive: true });
  const stage = await startStage({
    folder: copy,
    stoppedMs: JSON.parse(readFileSync(join(kept, 'time.json'), 'utf8')) as number,
  });
  try {
    // Loading the code of the window takes longer the first time
    await open(stage, '/about');
    for (const [name, address] of chosen) {
      await stage.window.setViewportSize({ width: 1440, height: 900 });
      await open(stage, address);
      for (const size of sizes) await take(stage, join(to, name), size);
    }
  } finally {
    await stage.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Load the window at an address, like a bookmark, so that the picture does not depend on pages shown before. */
async function open(stage: Stage, address: string): Promise<void> {
  const { searchParams } = new URL(stage.window.url());
  searchParams.set(windowParameters.scope, '');
  await stage.window.evaluate((to) => history.replaceState(null, '', to), `?${searchParams}#${address}`);
  await stage.window.reload();
  await stage.passUntil(() => stage.window.locator('h1').isVisible());
  await settle(stage);
}

/** Let the clock run until nothing on the page is loading. At most half a minute: a job may be running there. */
async function settle({ window, pass }: Stage): Promise<void> {
  const busy = window.locator('#main').locator('[aria-busy="true"], [role="status"][aria-label^="Loading"]');
  for (let step = 0; step < 3 || (step < 100 && (await busy.count()) > 0); step += 1) {
    await pass(seconds(0.3));
    await window.evaluate(unchanged);
  }
}

/** Wait until the page has not changed for a while, at most a second. Runs in the window. */
async function unchanged(): Promise<void> {
  await document.fonts.ready;
  let quiet = 0;
  const observer = new MutationObserver(() => (quiet = 0));
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  for (let step = 0; step < 50 && quiet < 4; step += 1) {
    quiet += 1;
    await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 20));
  }
  observer.disconnect();
}

async function take(stage: Stage, to: string, [width, height]: readonly [number, number]): Promise<void> {
  const { window } = stage;
  await window.setViewportSize({ width, height });
  await window.mouse.move(0, 0);
  await settle(stage);
  mkdirSync(to, { recursive: true });
  for (const colorScheme of themes) {
    await window.emulateMedia({ colorScheme });
    const path = join(to, `${width}x${height}-${colorScheme}.png`);
    await window.screenshot({ path, animations: 'disabled', caret: 'hide' });
  }
}
