import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, fill } from '../click.ts';
import ProfilesPage from '../../../src-renderer/pages/profiles/ProfilesPage.svelte';
import { renderPage } from '../console/render-page.ts';

test('a lost instance is deleted after the beginning of its folder name is typed', async () => {
  const id = '3f1c2b4a-0000-4000-8000-000000000000';
  const [name, url] = ['Production', 'https://code.example.com'];
  let lost = [{ id, name, url, path: `/data/profiles/${id}`, sizeBytes: 12_300_000, changedAt: Date.now() }];
  const profiles = {
    lost: () => ({ lost }),
    removeLost: () => {
      lost = [];
      return { removed: true };
    },
  };
  await renderPage(ProfilesPage, { path: '/profiles', answers: { profiles } });
  const row = page.getByRole('list', { name: 'Lost instances' }).getByRole('listitem');
  await expect.element(row.getByText('Production')).toBeVisible();
  await expect.element(row.getByText(/code\.example\.com/)).toBeVisible();
  await expect.element(row.getByText(/12.3 MB/)).toBeVisible();
  await click(row.getByRole('button', { name: 'Delete…' }));
  await fill(page.getByRole('textbox', { name: /^Type 3f1c2b4a/ }), '3f1c2b4a');
  await click(page.getByRole('button', { name: 'Delete lost instance' }));
  await expect.element(page.getByText('Lost instance deleted')).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
});
