import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { WikiPage } from '#shared/contract/wikis.ts';
import { Failure } from '#shared/errors.ts';
import { Preferences } from '#shared/contract/host.ts';
// Loaded before the tests, because the first load also compiles them
import '../../../src-renderer/pages/wikis/forms/attach-file.ts';
import '../../../src-renderer/pages/wikis/forms/move-page.ts';
import '../../../src-renderer/pages/wikis/forms/wiki-form.ts';
import WikiConsole from '../../../src-renderer/pages/wikis/WikiConsole.svelte';
import type { RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { dialog, renderWithPlan, stagedFiles } from '../plan/render-with-plan.ts';
import { sampleEntry } from '../samples.ts';

export const scope = 'project:7';

export const wikiPage = (slug: string, content: string): WikiPage => ({
  ...{ slug, title: slug.split('/').at(-1) ?? slug, format: 'markdown', content, encoding: 'UTF-8' },
});

/** The wiki of a project. `pages`: on the instance and in the cache, by their slugs. */
export async function wiki({
  at = 'home',
  writes = {},
  world = {},
}: { at?: string; writes?: Partial<FakeWrites>; world?: Partial<FakeWorld> } = {}): Promise<
  RenderedPage & { pages: Map<string, WikiPage>; dropped: string[] }
> {
  const pages = new Map(
    [wikiPage('home', '# Welcome\n'), wikiPage('docs/setup-guide', 'Set **up**\n')].map((one) => [one.slug, one]),
  );
  const wikis = {
    tree: () => ({
      pages: [...pages.values()].map(({ slug, title, format }) => ({ slug, title, format })),
      total: pages.size,
    }),
    summary: () => ({ live: 2, notReturned: 0, completedAt: 1, unreadable: 0, counts: {} }),
    get: ({ id }: { id: string }) => {
      const row = pages.get(id);
      return row === undefined
        ? null
        : { row, key: 1, scope, listFetchedAt: 1, detailFetchedAt: 1, notReturnedSince: null, deletedAt: null };
    },
    refresh: ({ id }: { id: string }) => {
      if (!pages.has(id)) throw new Failure('missing', 'no such page');
      return { fetchedAt: Date.now() };
    },
  };
  const staged = stagedFiles();
  const rendered = await renderWithPlan(WikiConsole, {
    path: `/p/7/wiki/${encodeURIComponent(at)}`,
    props: { base: '/p/7/wiki', scope },
    writes,
    world: {
      catalogue: [sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'acme/core' })],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
      ...world,
    },
    answers: { wikis: wikis as unknown as NonNullable<FakeAnswers['wikis']>, stagedFiles: staged.answers },
  });
  await expect.element(page.getByRole('region', { name: `Content of ${pages.get(at)?.title}` })).toBeVisible();
  return { ...rendered, pages, dropped: staged.dropped };
}

export const content = (): Locator => dialog().getByRole('textbox', { name: 'Content', exact: true });
