import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WikiTree } from '#shared/contract/wikis.ts';
import { groups } from '../shell/places.ts';
import { openWindow } from '../shell/window.ts';

afterEach(() => page.viewport(1280, 800));

const summary = { live: 2, notReturned: 0, view: 'unknown' as const, completedAt: 1, unreadable: 0, counts: {} };
const tree: WikiTree = {
  pages: ['home', 'deploy'].map((slug) => ({ slug, title: slug, format: 'markdown' })),
  total: 2,
};
const field = () => page.getByLabelText('Search titles and contents');

/** Open the wiki. Returns a function that ends the loading of its pages. */
async function openWiki(path: string): Promise<() => void> {
  const loaded = Promise.withResolvers<WikiTree>();
  await openWindow({
    path: `/p/7/wiki${path}`,
    world: { catalogue: groups },
    answers: {
      catalogue: { get: () => groups[2] ?? null },
      wikis: { tree: () => loaded.promise, summary: () => summary, get: () => null },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Wiki', exact: true })).toBeVisible();
  return () => loaded.resolve(tree);
}

const sizes = [
  [1280, 800],
  [720, 450],
] as const;

test.each(sizes)('in a window of %i by %i, “/” leads to the search field while the wiki is loaded', async (...size) => {
  await page.viewport(...size);
  const finish = await openWiki('');
  await userEvent.keyboard('/');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('dep');
  finish();
  await expect.element(page.getByRole('treeitem').first()).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue('dep');
});

test('in a narrow window, where a wiki page covers the tree, “/” shows the tree and leads to its search field', async () => {
  await page.viewport(720, 450);
  (await openWiki('/home'))();
  await expect.element(field()).not.toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(field()).toHaveFocus();
});
