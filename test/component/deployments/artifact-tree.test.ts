import { afterAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ArtifactEntry } from '#shared/contract/artifacts.ts';
import ArtifactTree from '../../../src-renderer/pages/deployments/artifacts/ArtifactTree.svelte';
import '../../../src-renderer/styles/index.css';
import { violations } from '../axe.ts';

const entries = [
  { path: 'build/', type: 'directory', mode: '040755' },
  { path: 'build/gateway', type: 'file', size: 2_048, mode: '100755' },
  { path: 'build/maps/a.map', type: 'file', size: 1_024, mode: '100644' },
  { path: 'deploy.env', type: 'file', size: 412, mode: '100644' },
  { path: 'gpj.\u202e<img src=x>', type: 'file', size: 1, mode: '100644' },
  { path: '../../etc/passwd', type: 'file', size: 9, mode: '100644' },
];

/** The tree fills the height of the page around it. */
const style = document.createElement('style');
style.textContent = 'body > div { display: flex; flex-direction: column; height: 400px }';
document.head.append(style);
// All test files share one page
afterAll(() => style.remove());

async function show(filter = '', shown: readonly ArtifactEntry[] = entries) {
  const onopen = vi.fn();
  await render(ArtifactTree, { entries: shown, filter, stored: ['deploy.env'], shown: null, onopen });
  const tree = page.getByRole('tree', { name: 'Files in the archive' });
  await expect.element(tree).toBeVisible();
  tree.element().focus();
  return onopen;
}

test('the tree shows sums of folders, and is used by keyboard', async () => {
  const onopen = await show();
  const folder = page.getByRole('treeitem', { name: /^build 3 KB$/ });
  await expect.element(folder).toHaveAttribute('aria-expanded', 'true');
  await expect
    .element(page.getByRole('treeitem', { name: /^gateway/ }))
    .toHaveAttribute('title', 'build/gateway · mode 100755');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(folder).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onopen).toHaveBeenLastCalledWith(expect.objectContaining({ path: 'deploy.env' }));
  await expect.element(page.getByRole('treeitem', { name: 'deploy.env 412 B · stored' })).toBeVisible();
});

test('hostile names are shown as text, and a path that points outside the archive is marked', async () => {
  await show();
  await expect.element(page.getByRole('treeitem', { name: /gpj\.⟨U\+202E⟩<img src=x>/ })).toBeVisible();
  expect(document.querySelector('[role="tree"] img')).toBeNull();
  const climbing = page.getByRole('treeitem', { name: '../../etc/passwd points outside the archive' });
  await expect.element(climbing).toBeVisible();
  // The test shows no page around it
  expect((await violations()).filter((one) => !/^(landmark|region)/.test(one))).toEqual([]);
});

test('a filter shows the matching files with their folders', async () => {
  await show('MAPS/');
  await expect.element(page.getByRole('treeitem', { name: /^a\.map/ })).toBeVisible();
  expect(page.getByRole('treeitem').elements()).toHaveLength(3);
});

test('a tree of 100,000 files opens with closed folders, and renders only visible rows', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => {
    const path = `folder-${at % 10}/file-${at}.txt`;
    return { path, type: 'file', size: 1, mode: '100644' };
  });
  await show('', many);
  expect(page.getByRole('treeitem').elements()).toHaveLength(10);
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('treeitem', { name: /^folder-9/ })).toBeVisible();
  expect(page.getByRole('treeitem').elements().length).toBeLessThan(100);
  await userEvent.keyboard('{ArrowUp}'.repeat(10));
  await expect.element(page.getByRole('treeitem', { name: /^file-99990\.txt/ })).toBeInTheDocument();
});

test('a filter that matches nothing says so', async () => {
  await show('no-such-file');
  await expect.element(page.getByRole('status')).toHaveTextContent('No path contains this text.');
});
