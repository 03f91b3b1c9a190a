import { expect, test } from 'vitest';
import { linesOf, placeIn } from './place-text.ts';

const url = 'https://git.example/root';

test('a project or group is an ID, a path, or the address of its page on this instance', () => {
  expect(placeIn(' 42 ', 'project', url)).toBe(42);
  expect(placeIn('acme/core', 'project', url)).toBe('acme/core');
  expect(placeIn('/acme/core/', 'project', url)).toBe('acme/core');
  expect(placeIn('acme', 'group', url)).toBe('acme');
  expect(placeIn('https://git.example/root/acme/core/-/settings', 'project', url)).toBe('acme/core');
  expect(placeIn('https://git.example/root/groups/acme/platform', 'group', url)).toBe('acme/platform');
});

test('other texts are refused', () => {
  expect(placeIn('acme', 'project', url)).toBe(null);
  expect(placeIn('0', 'project', url)).toBe(null);
  expect(placeIn('acme/../core', 'project', url)).toBe(null);
  expect(placeIn('acme core', 'group', url)).toBe(null);
  expect(placeIn('https://other.example/acme/core', 'project', url)).toBe(null);
  expect(placeIn('https://git.example/acme/core', 'project', url)).toBe(null);
  expect(placeIn('acme/core', 'project', null)).toBe('acme/core');
});

test('a pasted list has one place on each line, or separated by commas', () => {
  expect(linesOf('acme/core\n\n 7, acme/web;acme/core')).toEqual(['acme/core', '7', 'acme/web']);
});
