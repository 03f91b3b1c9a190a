import { expect, test } from 'vitest';
import { wordOf } from './values.ts';

test('a value that Reeve knows is told in words, and any other as it came, whatever it is called', () => {
  const known = { online: 'Online' };
  expect(wordOf(known, 'online')).toBe('Online');
  expect(wordOf(known, 'resting')).toBe('resting');
  expect(wordOf(known, 'constructor')).toBe('constructor');
  expect(wordOf(known, null)).toBeNull();
  expect(wordOf(known, undefined)).toBeUndefined();
});
