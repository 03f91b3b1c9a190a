import { expect, test } from 'vitest';
import { excerpt } from './search-excerpt.ts';

test('a short text is shown as one line', () => {
  expect(excerpt('  One\n\n- two\tthree  ', 'two')).toBe('One - two three');
});

test('a long text is cut around the first word that it contains', () => {
  const text = `${'a '.repeat(500)}The Müller case${' b'.repeat(500)}`;
  const cut = excerpt(text, 'nothing muller');
  expect(cut).toContain('The Müller case');
  expect(cut.startsWith('…') && cut.endsWith('…')).toBe(true);
  expect(cut.length).toBeLessThanOrEqual(162);
  expect(excerpt(text, 'a')).toMatch(/^a a .*…$/);
  expect(excerpt(`${'a '.repeat(500)}end`, 'end')).toMatch(/^….*end$/);
});

test('a surrogate pair is not split', () => {
  expect(excerpt('🎉'.repeat(400), 'x').isWellFormed()).toBe(true);
  expect(excerpt(`a${'🎉'.repeat(400)} word ${'🎉'.repeat(400)}`, 'word').isWellFormed()).toBe(true);
});
