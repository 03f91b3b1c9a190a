import { expect, test } from 'vitest';
import { pathInLink, pathTitleOf, sentTitle, slugOf, titleProblem, withLink } from './wiki-titles.ts';

test('a title with folders gives the slug, and the title to send keeps or leaves the folder', () => {
  expect(pathTitleOf({ slug: 'docs/setup-guide', title: 'setup guide' })).toBe('docs/setup guide');
  expect(slugOf('/docs / Setup  guide ')).toBe('docs/Setup-guide');
  expect(sentTitle('docs/New', null)).toBe('docs/New');
  expect(sentTitle('docs/Other', 'docs/setup-guide')).toBe('Other');
  expect(sentTitle('guides/Other', 'docs/setup-guide')).toBe('guides/Other');
  expect(sentTitle('Other', 'docs/setup-guide')).toBe('/Other');
  expect(sentTitle('Other', 'home')).toBe('Other');
});

test('a title that the platform would refuse is explained', () => {
  const slugs = new Set(['home', 'docs/setup-guide']);
  expect(titleProblem(' ', slugs, null)).toMatch(/Enter a title/);
  expect(titleProblem('a//b', slugs, null)).toMatch(/between the slashes/);
  expect(titleProblem('../a', slugs, null)).toMatch(/between the slashes/);
  expect(titleProblem('docs/setup guide', slugs, null)).toMatch(/already has/);
  expect(titleProblem('docs/setup guide', slugs, 'docs/setup-guide')).toBeNull();
});

test('an inserted link is separated from the words beside it', () => {
  expect(withLink('', 0, '![a](b)')).toBe('![a](b)');
  expect(withLink('ab', 1, '![a](b)')).toBe('a ![a](b) b');
  expect(withLink('a\n', 2, '![a](b)')).toBe('a\n![a](b)');
  expect(pathInLink('![logo](uploads/1/logo.png)')).toBe('uploads/1/logo.png');
  expect(pathInLink('logo')).toBeNull();
});
