import { expect, test } from 'vitest';
import { foldersOf, linkedPage, rowsOf, treeOf } from './wiki-tree.ts';

const page = (slug: string) => ({ slug, title: slug, format: 'markdown' });
const outline = (slugs: readonly string[], isOpen = (_path: string) => true) =>
  rowsOf(treeOf(slugs.map(page)), isOpen).map(({ name, depth }) => `${'  '.repeat(depth)}${name}`);

test('pages are in folders by their slugs, with the home page first', () => {
  expect(outline(['notes', 'docs/api/errors', 'home', 'docs/Setup', 'About', 'docs/api'])).toEqual([
    ...['home', 'About', 'docs', '  api', '    errors', '  Setup', 'notes'],
  ]);
});

test('a folder can have no page, and a page can have pages below it', () => {
  const [docs] = treeOf(['docs/api/errors', 'docs/api'].map(page));
  expect(docs).toMatchObject({ path: 'docs', page: null });
  expect(docs?.children[0]).toMatchObject({ path: 'docs/api', page: { slug: 'docs/api' } });
});

test('rows of a closed folder are left out', () => {
  expect(outline(['a/b/c', 'd'], (path) => path === 'a')).toEqual(['a', '  b', 'd']);
});

test('slugs with empty or climbing steps are nodes with those names', () => {
  expect(outline(['../../etc', 'a//b'])).toEqual(['..', '  ..', '    etc', 'a', '  ', '    b']);
});

test('a slug with very many steps is a node below a limited number of folders', () => {
  const slug = 'a/'.repeat(30_000) + 'z';
  const rows = rowsOf(treeOf([page(slug)]), () => true);
  expect(rows.length).toBe(20);
  expect(rows.at(-1)).toMatchObject({ path: slug, page: { slug } });
});

test('the folders around a page', () => {
  expect(foldersOf('a/b/c')).toEqual(['a', 'a/b']);
  expect(foldersOf('a')).toEqual([]);
});

test('a link leads to a known page, relative to the folder of its page or to the root', () => {
  const root = 'https://git.example/acme/core/-/wikis/';
  const slugs = new Set(['home', 'docs/setup-guide', 'docs/api/errors', 'größe']);
  const from = (slug: string, address: string) =>
    linkedPage(new URL(address, root + slug).href, { root, from: slug, slugs });
  expect(from('home', 'docs/setup-guide#step-2')).toBe('docs/setup-guide');
  expect(from('docs/setup-guide', 'api/errors')).toBe('docs/api/errors');
  expect(from('docs/setup-guide', 'home')).toBe('home');
  expect(from('docs/setup-guide', '../größe')).toBe('größe');
  expect(from('home', 'docs/setup%20guide.md')).toBe('docs/setup-guide');
  expect(from('home', 'unknown')).toBeNull();
  expect(from('home', 'https://elsewhere.example/home')).toBeNull();
  expect(from('home', '%E0%A4%A')).toBeNull();
});
