import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Software } from '#shared/contract/host.ts';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import { sampleStatus } from '../samples.ts';
import { button, callsOf, openWindow } from '../shell/window.ts';

const software: Software[] = [
  { name: '@lezer/common', version: '1.5.5', licence: 'MIT', repository: 'https://git.example/c', text: 'The terms' },
  { name: 'crelt', version: '1.0.7', licence: 'ISC', repository: null, text: null },
];

test('a package shows its commit, and on request the licenses of third-party software', async () => {
  const build = { commit: '61fcf181c0f6', at: Date.parse('2026-11-29T12:00:00Z') };
  const host = { build: () => ({ build }), software: () => ({ software }) };
  const core = await openWindow({ path: '/about', answers: { host } });
  await expect.element(page.getByText('Commit 61fcf181c0f6, Nov 29, 2026')).toBeVisible();
  expect(callsOf(core, 'host.software')).toEqual([]);
  await click(button('Show third-party software'));
  await expect.element(page.getByText('This build contains 2 third-party components:')).toBeVisible();
  await click(page.getByText(/^@lezer\/common 1\.5\.5/));
  await expect.element(page.getByText('The terms')).toBeVisible();
  await expect.element(page.getByText('https://git.example/c')).toBeVisible();
  await click(page.getByText(/^crelt 1\.0\.7/));
  await expect.element(page.getByText(/no license text. It declares the license ISC/)).toBeVisible();
  expect(await violations({ isWithoutFrame: true })).toEqual([]);
});

test('a build that is not a package says so, and how to create the list of software', async () => {
  await openWindow({ path: '/about' });
  await expect.element(page.getByText('Built from source code, not a package')).toBeVisible();
  await click(button('Show third-party software'));
  await expect.element(page.getByText(/REEVE_PACKAGE=1 npm run build/)).toBeVisible();
});

test('the data folder is shown in a file manager, or a message says that there is none', async () => {
  let shown = true;
  const core = await openWindow({ path: '/about', answers: { host: { showFile: () => ({ shown }) } } });
  const { dataFolder } = sampleStatus();
  await click(button(/^Show$/));
  await expect.poll(() => callsOf(core, 'host.showFile')).toEqual([{ path: dataFolder }]);
  shown = false;
  await click(button(/^Show$/));
  await expect.element(page.getByText('Couldn’t open a file manager')).toBeVisible();
});
