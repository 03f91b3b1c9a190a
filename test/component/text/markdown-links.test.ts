import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { renderPage } from '../console/render-page.ts';
import { sampleProfile } from '../samples.ts';
import MarkdownHost from './MarkdownHost.svelte';

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
