import { expect, test } from 'vitest';
import { keyFrom } from '#shared/contract/collections.ts';

test('an address names a row by the type of its key: text stays text, and a number is a number', () => {
  for (const text of ['7', '007', '1e3', 'feature/x', 'A', 'a']) expect(keyFrom('branches', text)).toBe(text);
  expect(keyFrom('runners', '14')).toBe(14);
  for (const text of ['', '014', '1e3', '0x7', '-1', '99999999999999999', 'main']) {
    expect(keyFrom('runners', text)).toBeNull();
  }
});
