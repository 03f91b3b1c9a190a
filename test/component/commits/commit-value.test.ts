import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import CommitValue from '../../../src-renderer/pages/commits/CommitValue.svelte';

const terms = (): string[] => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent.trim());

test('the last pipeline of a commit has labels instead of the names of fields, and readable dates', async () => {
  const value = {
    id: 41,
    ref: 'main',
    status: 'running',
    web_url: 'https://git.corp.example/p/41',
    created_at: '2026-11-19T10:00:00.000Z',
    detailed_status: { label: 'running' },
  };
  await render(CommitValue, { name: 'last_pipeline', value, path: '/p/7/commits' });
  expect(terms()).toEqual(['ID', 'Ref', 'Status', 'Web address', 'Created at', 'Detailed status · Label']);
  await expect.element(page.getByText(/^Nov 19, 2026/)).toBeVisible();
});

test('the names of trailers are shown as they are written in the commit message', async () => {
  await render(CommitValue, { name: 'trailers', value: { 'Signed-off-by': 'Ada' }, path: '/p/7/commits' });
  expect(terms()).toEqual(['Signed-off-by']);
});
