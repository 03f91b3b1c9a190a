import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import type { PatternProblem } from '#shared/contract/push-rules.ts';

/** What people write out of habit from other engines, and RE2 has not; the first that fits explains. */
const hintPatterns: readonly [hint: PatternProblem['hint'], RegExp][] = [
  ['look-around', /^\(\?<?[=!]/],
  ['atomic-group', /^\(\?>/],
  ['comment', /^\(\?#/],
  ['back-reference', /^\\(?:[1-9]|k)/],
  ['end-anchor', /^\\Z/],
  ['possessive', /^(?:[*+?]|\{[\d,]+\})\+/],
  ['repeat-count', /^\{/],
];

/**
 * What is wrong with a pattern in RE2's own words, or null. An empty one asks for nothing and is right.
 * Shape: `at` is where the refused piece begins, in UTF-16 units.
 */
export function problemOf(pattern: string): PatternProblem | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown;
    // Too large a program has no piece that is to blame
    if (!(thrown instanceof RE2JSSyntaxException)) return { said: thrown.message, piece: null, at: null, hint: null };
    const piece = thrown.getPattern() ?? '';
    const at = piece === '' ? -1 : pattern.indexOf(piece);
    return {
      said: thrown.getDescription(),
      piece: piece === '' ? null : piece,
      at: at === -1 ? null : at,
      hint: hintPatterns.find(([, syntax]) => syntax.test(piece))?.[0] ?? null,
    };
  }
}

/** A pattern as the platform uses it: found anywhere in the text, upper and lower case told apart; null: none is set. */
export function finderOf(pattern: string | null | undefined): RE2JS | null {
  return pattern === null || pattern === undefined || pattern === '' ? null : RE2JS.compile(pattern);
}
