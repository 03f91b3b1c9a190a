import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { mostWikiContent } from '#shared/contract/wikis.ts';
import { rig, syncList } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { WikiPage } from '../../platform/world/wikis.ts';

const slice = { from: 0, count: 200 };

async function withWiki(pages?: readonly (Pick<WikiPage, 'slug' | 'content'> & Partial<WikiPage>)[]) {
  const given = await rig();
  const project = given.platform.world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  const wiki = given.platform.world.wikis.of(project);
  if (pages !== undefined)
    wiki.commit(1, 'test', new Map(pages.map((page) => [page.slug, { format: 'markdown', ...page }])));
  return { ...given, wiki, scope: `project:${project.id}` };
}

test('one request stores a whole wiki, so that its contents are searched without the network', async () => {
  const { client, platform, scope, wiki } = await withWiki();
  const job = await syncList(client, 'wikis', scope);
  expect(job).toMatchObject({ state: 'done', rows: wiki.pages().size, unreadable: 0 });
  expect(platform.requests.count('GET /projects/:id/wikis')).toBe(1);
  await platform.close();
  const { pages, total } = await client.wikis.tree({ scope });
  expect(total).toBe(wiki.pages().size);
  expect(pages.map(({ slug }) => slug).toSorted()).toEqual([...wiki.pages().keys()].toSorted());
  const found = await client.wikis.tree({ scope, search: 'nothing there' });
  expect(found.pages).toEqual([{ slug: 'docs/api/error-codes', title: 'error codes', format: 'asciidoc' }]);
  expect((await client.wikis.get({ scope, id: 'docs/api/error-codes' }))?.row.content).toContain('404:: nothing');
});

test('a page that is too long is cut, and the others are stored whole', async () => {
  const long = 'ä'.repeat(3 * mostWikiContent);
  const { client, scope } = await withWiki([
    { slug: 'home', content: 'Welcome' },
    { slug: 'long', content: long },
  ]);
  expect(await syncList(client, 'wikis', scope)).toMatchObject({ state: 'done', rows: 2, unreadable: 0 });
  const cut = (await client.wikis.get({ scope, id: 'long' }))?.row;
  expect(cut?.content?.length).toBe(mostWikiContent);
  expect(cut?.content_length).toBe(long.length);
  expect((await client.wikis.get({ scope, id: 'home' }))?.row).toMatchObject({ content: 'Welcome' });
  await client.wikis.refresh({ scope, id: 'long' });
  expect((await client.wikis.get({ scope, id: 'long' }))?.row.content?.length).toBe(mostWikiContent);
});

test('a wiki that is too large for one reply is listed without contents, and its pages are fetched one by one', async () => {
  const content = 'x'.repeat(1_000_000);
  const pages = Array.from({ length: 18 }, (_, at) => ({ slug: `page-${at}`, content }));
  const { client, platform, scope } = await withWiki(pages);
  expect(await syncList(client, 'wikis', scope)).toMatchObject({ state: 'done', rows: pages.length, unreadable: 0 });
  expect(platform.requests.count('GET /projects/:id/wikis')).toBe(2);
  const at = { scope, id: 'page-3' };
  expect((await client.wikis.get(at))?.row.content).toBeUndefined();
  await client.wikis.refresh(at);
  expect((await client.wikis.get(at))?.row.content?.length).toBe(mostWikiContent);
  await syncList(client, 'wikis', scope);
  expect((await client.wikis.get(at))?.row.content?.length).toBe(mostWikiContent);
});

test('the HTML of the platform and an earlier version are requested as text, and change nothing in the cache', async () => {
  const { client, scope, wiki } = await withWiki();
  await syncList(client, 'wikis', scope);
  const before = await client.wikis.get({ scope, id: 'größe' });
  const { text, length } = await client.wikis.html({ scope, slug: 'größe' });
  expect(text).toContain('bold');
  expect(length).toBe(text.length);
  const [first] = wiki.commits;
  const earlier = await client.wikis.version({ scope, slug: 'home', sha: first?.sha ?? '' });
  expect(earlier).toMatchObject({ text: '# Hello\n', title: 'home', format: 'markdown' });
  await expect(client.wikis.version({ scope, slug: 'home', sha: '0'.repeat(40) })).rejects.toMatchObject({
    code: 'missing',
  });
  expect(await client.wikis.get({ scope, id: 'größe' })).toEqual(before);
});

test('slugs that could climb, and names with invisible characters, are rows like all others', async () => {
  const slugs = ['..%2f..%2fetc%2fpasswd', 'a/../b', '\u202Egnp.exe', '<img src=x onerror=alert(1)>', 'x'.repeat(900)];
  const { client, scope } = await withWiki(slugs.map((slug) => ({ slug, content: `About ${slug}` })));
  expect(await syncList(client, 'wikis', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const { pages } = await client.wikis.tree({ scope });
  expect(pages.map(({ slug }) => slug).toSorted()).toEqual(slugs.toSorted());
  const { rows } = await client.wikis.list({ query: { scope, search: 'About' }, slice });
  expect(rows.length).toBe(slugs.length);
});

test('the palette finds a wiki page by a word of its title', async () => {
  const { client, scope } = await withWiki([{ slug: 'docs/Release-notes', content: 'We ship on Fridays.' }]);
  await syncList(client, 'wikis', scope);
  const { hits } = await client.search.find({ words: 'release', limit: 20 });
  expect(hits).toContainEqual(expect.objectContaining({ kind: 'wikis', id: 'docs/Release-notes', scope }));
});

test('a page is saved from the cache without the network, under a safe name with the extension of its format', async () => {
  const { client, platform, scope, ports } = await withWiki([
    { slug: 'docs/\u202egnp.con', content: 'Hello', format: 'asciidoc' },
    { slug: 'notes', content: 'Text', format: 'org' },
  ]);
  await syncList(client, 'wikis', scope);
  await platform.close();
  const { path } = await client.wikis.save({ scope, slug: 'docs/\u202egnp.con' });
  expect(dirname(path)).toBe(ports.downloads);
  expect(basename(path)).toBe('gnp.con.adoc');
  expect(readFileSync(path, 'utf8')).toBe('Hello');
  expect(basename((await client.wikis.save({ scope, slug: 'notes' })).path)).toBe('notes.org');
});

test('a page whose stored text is cut is requested again, and saved completely', async () => {
  const long = 'ä'.repeat(mostWikiContent + 1);
  const { client, platform, scope } = await withWiki([{ slug: 'long', content: long }]);
  await syncList(client, 'wikis', scope);
  const { path } = await client.wikis.save({ scope, slug: 'long' });
  expect(readFileSync(path, 'utf8')).toBe(long);
  await platform.close();
  await expect(client.wikis.save({ scope, slug: 'long' })).rejects.toMatchObject({ code: 'offline' });
});
