import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { renderPage } from '../console/render-page.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';
import MarkdownHost from './MarkdownHost.svelte';
import UploadLinksHost from './UploadLinksHost.svelte';

test('a link to the instance is opened in the browser, and the address of another one is copied', async () => {
  const profile = sampleProfile({ url: 'https://git.corp.example' });
  const { calls } = await renderPage(MarkdownHost, {
    world: { profiles: [profile] },
    answers: { host: { openWeb: () => ({ opened: true }) } },
  });
  const inside = page.getByRole('link', { name: /^inside/ });
  await expect.element(inside).toHaveAttribute('title', 'https://git.corp.example/acme/core');
  await inside.click();
  await expect.poll(() => calls('host.openWeb')).toEqual([{ url: 'https://git.corp.example/acme/core' }]);

  const outside = page.getByRole('link', { name: /^outside/ });
  await expect.element(outside).toHaveAttribute('title', 'https://elsewhere.example/page (copies the address)');
  await outside.click();
  await expect.poll(() => messages.shown.map(({ title }) => title)).toHaveLength(1);
  expect(calls('host.openWeb')).toHaveLength(1);
});

const secret = '0123456789abcdef'.repeat(2);

test('a link to an uploaded file saves it by its secret and name, and other links are not treated as uploads', async () => {
  const { calls } = await renderPage(UploadLinksHost, {
    world: { profiles: [sampleProfile({ url: 'https://git.corp.example' })] },
    answers: { uploads: { saveLinked: () => ({ path: '/downloads/log &.txt', rows: 1, downloads: [] }) } },
  });
  const log = page.getByRole('button', { name: 'the log' });
  await expect.element(log).toHaveAttribute('title', 'Save log &.txt…');
  await log.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Export|Save/ })
    .click();
  await expect.poll(() => calls('uploads.saveLinked')).toEqual([{ scope: 'project:7', secret, name: 'log &.txt' }]);
  await expect.element(page.getByRole('button', { name: 'Image chart' })).toHaveAttribute('title', 'Save a.png…');
  await expect.element(page.getByRole('button', { name: 'same' })).toHaveAttribute('title', 'Save b.pdf…');
  await expect.element(page.getByRole('button', { name: /inner/ })).toHaveAttribute('title', 'Save c.pdf…');
  for (const name of ['short', 'up', 'deep', 'other'])
    await expect.element(page.getByRole('link', { name })).toBeVisible();
});

test('offline, a link to an uploaded file says that the file is not stored, and why', async () => {
  const { calls } = await renderPage(UploadLinksHost, {
    world: {
      profiles: [sampleProfile({ url: 'https://git.corp.example' })],
      connection: sampleConnection({ state: 'offline' }),
    },
  });
  const log = page.getByRole('button', { name: 'the log' });
  await expect.element(log).toHaveAttribute('title', 'log &.txt isn’t stored on this computer');
  await log.click();
  await expect
    .poll(() => messages.shown.map(({ title }) => title))
    .toEqual(['log &.txt isn’t stored on this computer']);
  expect(calls('uploads.saveLinked')).toEqual([]);
});
