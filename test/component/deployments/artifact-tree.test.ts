import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ArtifactTree from '../../../src-renderer/pages/deployments/ArtifactTree.svelte';
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

async function show() {
  const onopen = vi.fn();
  await render(ArtifactTree, { entries, stored: ['deploy.env'], shown: null, onopen });
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

test('hostile names are shown as text, and a path that leaves the archive is marked', async () => {
  await show();
  await expect.element(page.getByRole('treeitem', { name: /gpj\.⟨U\+202E⟩<img src=x>/ })).toBeVisible();
  expect(document.querySelector('[role="tree"] img')).toBeNull();
  const climbing = page.getByRole('treeitem', { name: '../../etc/passwd leaves the archive' });
  await expect.element(climbing).toBeVisible();
  // The test shows no page around it
  expect((await violations()).filter((one) => !/^(landmark|region)/.test(one))).toEqual([]);
});
