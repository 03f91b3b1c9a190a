import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Locator } from '@playwright/test';
import { seconds } from '#shared/time.ts';
import { PROJECT_PATHS } from '../platform/seed/groups.ts';
import { startStage } from './stage.ts';

/**
 * `npm run pictures [FOLDER]`: takes the pictures of the documentation, each in the light and the dark theme. Rows are
 * chosen by their position, never by their names.
 */
const folder = process.argv[2] ?? join('docs', 'images');
const pngquant = '/usr/bin/pngquant';
/** Packages of Debian: the first makes the files three times smaller, the second one shows the names of all people. */
const needed = { pngquant, 'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' };
const missing = Object.entries(needed).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
if (missing.length > 0) {
  process.stderr.write(`The pictures need packages of this system. On Debian: apt-get install ${missing.join(' ')}\n`);
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
const { window, client, platform, network, pass, passUntil, close } = await startStage();
const rows = window.getByRole('grid').getByRole('row');
const panel = window.getByRole('complementary');
const dialog = window.getByRole('dialog');
const project = `/p/${encodeURIComponent(PROJECT_PATHS.private)}`;

try {
  await takeAll();
} finally {
  await close();
}
process.exit(0);

async function takeAll(): Promise<void> {
  const runners = 5;
  await selectRunners(runners);
  await window.keyboard.press('p');
  await shown(dialog.locator('[data-apply]'));
  await take('plan');
  await dialog.locator('[data-apply]').click();
  await shown(dialog.getByText(new RegExp(`^${runners} applied`)));
  await window.keyboard.press('Escape');

  await open('/overview');
  await take('overview');

  await open('/users');
  await newestFirst('Last activity');
  await activate(7);
  await window.keyboard.press('Enter');
  await shown(panel);
  await take('list');

  await window.keyboard.press('ControlOrMeta+k');
  await window.locator('.palette-input:focus').waitFor();
  await window.keyboard.insertText(PROJECT_PATHS.private.split('/').at(-1) ?? '');
  await shown(window.getByRole('option').nth(3));
  await take('palette');
  await window.keyboard.press('Escape');

  await pin();
  await open(project);
  await take('project');

  network.cut();
  await open(`${project}/deployments`);
  await shown(window.getByRole('contentinfo').getByText(/offline/i));
  await take('offline');
}

/** Let simulated time pass until an element is visible. */
function shown(element: Locator): Promise<void> {
  return passUntil(() => element.first().isVisible(), 100);
}

/** Let the window show what arrives in the next second. */
async function settle(): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    await pass(seconds(0.1));
    await window.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20))));
  }
}

async function open(path: string): Promise<void> {
  await window.evaluate((to) => (location.hash = `#${to}`), path);
  await settle();
}

/** Make the row at this position of the shown list the active one. */
async function activate(position: number): Promise<void> {
  await shown(rows.nth(position));
  await window.getByRole('grid').focus();
  await window.keyboard.press('Home');
  for (let at = 1; at < position; at += 1) await window.keyboard.press('j');
}

/** Sort the shown list by a column with times. */
async function newestFirst(column: string): Promise<void> {
  const header = window.getByRole('columnheader', { name: column });
  for (const order of ['ascending', 'descending']) {
    await header.getByRole('button').first().click();
    await passUntil(async () => (await header.getAttribute('aria-sort')) === order, 100);
  }
}

async function selectRunners(count: number): Promise<void> {
  await open('/runners');
  // The first one is paused already
  await activate(2);
  for (let selected = 0; selected < count; selected += 1) {
    await window.keyboard.press('x');
    await window.keyboard.press('j');
  }
}

/** Store everything of the project on this computer. */
async function pin(): Promise<void> {
  const { id = 0 } = platform.world.projects.lookup(PROJECT_PATHS.private) ?? {};
  await client.pins.pin({ target: { kind: 'place', scope: `project:${id}` }, depths: ['facts', 'text', 'files'] });
  await passUntil(async () => {
    const { pins } = await client.pins.list();
    return pins.every(({ state }) => state !== 'estimating' && state !== 'filling');
  });
}

async function take(name: string): Promise<void> {
  // Away from the rows, which a pointer would highlight
  await window.mouse.move(0, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme });
    await settle();
    const path = join(folder, `${name}-${colorScheme}.png`);
    await window.screenshot({ path, animations: 'disabled', caret: 'hide' });
    execFileSync(pngquant, ['--force', '--skip-if-larger', '--output', path, '64', path]);
  }
}
