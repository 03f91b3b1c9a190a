import { expect, test } from 'vitest';
import { wordOf } from './values.ts';

test('a known value has a label, and any other value is returned unchanged, also one named like an object property', () => {
  const known = { online: 'Online' };
  expect(wordOf(known, 'online')).toBe('Online');
  expect(wordOf(known, 'resting')).toBe('resting');
  expect(wordOf(known, 'constructor')).toBe('constructor');
  expect(wordOf(known, null)).toBeNull();
  expect(wordOf(known, undefined)).toBeUndefined();
});
