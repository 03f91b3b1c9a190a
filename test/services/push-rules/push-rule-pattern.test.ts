import { expect, test } from 'vitest';
import { finderOf, problemOf } from '#main/services/push-rules/push-rule-pattern.ts';

test.each([
  ['(?!wip)', 'invalid or unsupported Perl syntax', 0, 'look-around'],
  ['^a(?=b)', 'invalid or unsupported Perl syntax', 2, 'look-around'],
  ['x(?<=a)b', 'invalid named capture', 1, 'look-around'],
  ['(?<!a)b', 'invalid named capture', 0, 'look-around'],
  ['(a)\\1', 'invalid escape sequence', 3, 'back-reference'],
  ['(?<n>a)\\k<n>', 'invalid escape sequence', 7, 'back-reference'],
  ['(?>a)', 'invalid or unsupported Perl syntax', 0, 'atomic-group'],
  ['(?#why)a', 'invalid or unsupported Perl syntax', 0, 'comment'],
  ['a\\Z', 'invalid escape sequence', 1, 'end-anchor'],
  ['a++', 'invalid nested repetition operator', 1, 'possessive'],
  ['a{1001}', 'invalid repeat count', 1, 'repeat-count'],
  ['(', 'missing closing )', 0, null],
  ['*', 'missing argument to repetition operator', 0, null],
  ['a\\', 'trailing backslash at end of expression', null, null],
])('%s is refused in the words of RE2', (pattern, message, at, hint) => {
  expect(problemOf(pattern)).toMatchObject({ message, at, hint });
});

test('a valid pattern and an empty one have no problem', () => {
  for (const pattern of ['', '^[A-Z]+-\\d+', '(?i)wip', '(?P<key>\\w+)', 'a{1000}', '\\z', '\\p{Greek}']) {
    expect(problemOf(pattern), pattern).toBeNull();
  }
});

test('a pattern matches anywhere, its anchors match the ends of the whole text, and case matters', () => {
  expect(finderOf('b')?.test('abc')).toBe(true);
  expect(finderOf('^b')?.test('a\nb')).toBe(false);
  expect(finderOf('(?m)^b')?.test('a\nb')).toBe(true);
  expect(finderOf('WIP')?.test('wip')).toBe(false);
  expect(finderOf('')).toBeNull();
  expect(finderOf(null)).toBeNull();
});

test('a pattern with exponential backtracking in other engines runs in linear time', () => {
  expect(finderOf('^(a+)+$')?.test(`${'a'.repeat(5_000)}!`)).toBe(false);
});
