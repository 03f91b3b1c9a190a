import { RE2JS } from 're2js';
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
  ['[a\\p{Emoji}]', 'invalid character class range', 2, null],
  ['(', 'missing closing )', 0, null],
  ['*', 'missing argument to repetition operator', 0, null],
  ['a\\', 'trailing backslash at end of expression', null, null],
])('%s is refused in the words of RE2', (pattern, message, at, hint) => {
  expect(problemOf(pattern)).toMatchObject({ message, at, hint });
});

test('a valid pattern and an empty one have no problem', () => {
  for (const pattern of [
    '',
    '^[A-Z]+-\\d+',
    '(?i)wip',
    '(?P<key>\\w+)',
    'a{1000}',
    '\\z',
    '\\p{Greek}',
    '\\\\p{Emoji}',
    '\\Qa\\p{Emoji}\\E',
  ]) {
    expect(problemOf(pattern), pattern).toBeNull();
  }
});

test('a pattern matches anywhere, its anchors match the ends of the whole text, and case matters', () => {
  expect(finderOf('b')?.test('abc')).toBe(true);
  expect(finderOf('^b')?.test('a\nb')).toBe(false);
  expect(finderOf('(?m)^b')?.test('a\nb')).toBe(true);
  expect(finderOf('^b', RE2JS.MULTILINE)?.test('a\nb')).toBe(true);
  expect(finderOf('(?-m)^b', RE2JS.MULTILINE)?.test('a\nb')).toBe(false);
  expect(finderOf('WIP')?.test('wip')).toBe(false);
  expect(finderOf('')).toBeNull();
  expect(finderOf(null)).toBeNull();
});

test('a pattern with exponential backtracking in other engines runs in linear time', () => {
  expect(finderOf('^(a+)+$')?.test(`${'a'.repeat(5_000)}!`)).toBe(false);
});

/** Verdicts of RE2 itself, written in C++, for syntax that means something else, or nothing, in JavaScript. */
test.each([
  ['a$', 'a\n', false],
  ['a\\z', 'a\n', false],
  ['\\Ab', 'a\nb', false],
  ['(?m)\\Ab', 'a\nb', false],
  ['(?s)a.b', 'a\nb', true],
  ['a.b', 'a\rb', true],
  ['(?i)k', '\u212a', true],
  ['(?i)s', 'ſ', true],
  ['(?i)ß', 'ẞ', true],
  ['\\d', '٣', false],
  ['\\pN', '٣', true],
  ['\\w', 'é', false],
  ['a\\b', 'aé', true],
  ['\\s', '\u00a0', false],
  ['\\s', '\v', false],
  ['\\v', '\v', true],
  ['[[:alpha:]]', 'é', false],
  ['[[:^alpha:]]', 'é', true],
  ['\\Qa.b\\E', 'axb', false],
  ['^.$', '🦊', true],
  ['\\x{1F98A}', '🦊', true],
  ['[]a]', ']', true],
  ['a{,3}', 'a{,3}', true],
  ['(?U)^a+$', 'aaa', true],
])('%s and %j are compared as by RE2', (pattern, text, isMatch) => {
  expect(finderOf(pattern)?.test(text)).toBe(isMatch);
});
