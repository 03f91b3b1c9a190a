import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import AccessPage from '../../../src-renderer/pages/access/AccessPage.svelte';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';
import { renderPage } from './render-page.ts';

const nothingRead = { members: listAnswers<'members'>({ ...fakeList([]), readAt: {} }) };
const read = page.getByRole('main').getByText(/^Sync memberships/);

test('a list of all known scopes says that none is known, and offers no sync', async () => {
  await renderPage(AccessPage, { answers: nothingRead, path: '/access', world: { catalogue: [] } });
  await expect.element(page.getByText('No groups or projects added yet.')).toBeVisible();
  await expect.element(read).not.toBeInTheDocument();
  await click(page.getByRole('button', { name: 'Add groups and projects' }));
  expect(location.hash).toBe('#/catalogue');
});

test('with a project in the catalogue the list can be synced', async () => {
  const catalogue = [sampleEntry({ key: 1, kind: 'project', id: 7, path: 'acme/core' })];
  await renderPage(AccessPage, { answers: nothingRead, path: '/access', world: { catalogue } });
  await expect.element(read).toBeVisible();
});
