import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import ReleasesPage from '../../../src-renderer/pages/group-releases/ReleasesPage.svelte';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'group:5';
const group = sampleEntry({ key: 1, kind: 'group', ref: 5, id: 5, scope, path: 'platform' });
const row = {
  ...{ release_key: 'platform/web 0.9.0', name: 'Release 0.9.0', tag_name: '0.9.0' },
  description: '## What is new\n\nA **faster** store.\n\n<script>hacked=1</script>',
};

test('the description of a release is shown as formatted text in its panel, and scripts as text', async () => {
  const base = '/g/5/releases';
  const Page: Component = (anchor) => ReleasesPage(anchor, { base });
  const found = { row, key: 1, listFetchedAt: 1, detailFetchedAt: 1, notReturnedSince: null };
  await renderPage(Page, {
    path: `${base}/${encodeURIComponent(row.release_key)}`,
    world: {
      catalogue: [group],
      preferences: Preferences.parse({ scopes: { p1: { group: scope, project: null, recent: [] } } }),
    },
    answers: {
      groupReleases: { ...listAnswers<'groupReleases'>(fakeList([row], { scope })), get: () => found },
    },
  });
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByRole('heading', { name: 'What is new', exact: true })).toBeVisible();
  await expect.element(panel.getByText('faster', { exact: true })).toBeVisible();
  await expect.element(panel.getByText('<script>hacked=1</script>')).toBeVisible();
  expect(document.querySelector('aside script')).toBeNull();
});
