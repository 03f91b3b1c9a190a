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
/** Makes the files three times smaller. `apt-get install pngquant` installs it. */
const pngquant = '/usr/bin/pngquant';

mkdirSync(folder, { recursive: true });
if (!existsSync(pngquant)) process.stderr.write(`${pngquant} is not installed: the pictures will be larger\n`);
const { window, client, platform, network, pass, passUntil, close } = await startStage();
const rows = window.getByRole('grid').getByRole('row');
const panel = window.getByRole('complementary');
const dialog = window.getByRole('dialog');
const project = `/p/${encodeURIComponent(PROJECT_PATHS.private)}`;

await selectFirstRunners(6);
await window.keyboard.press('p');
await shown(dialog.locator('[data-apply]'));
await take('plan');
await dialog.locator('[data-apply]').click();
await shown(dialog.getByText(/^\d+ applied/));
await window.keyboard.press('Escape');

await open('/overview');
await take('overview');

await open('/users');
await activate(12);
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
await passUntil(() =>
  window
    .getByRole('contentinfo')
    .getByText(/offline/i)
    .isVisible(),
);
await take('offline');

await close();
process.exit(0);

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

async function selectFirstRunners(count: number): Promise<void> {
  await open('/runners');
  await activate(1);
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
    if (existsSync(pngquant)) execFileSync(pngquant, ['--force', '--skip-if-larger', '--output', path, '64', path]);
  }
}
