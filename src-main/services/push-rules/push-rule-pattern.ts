import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import type { PatternProblem } from '#shared/contract/push-rules.ts';

/** Syntax of other engines that RE2 does not have. The first one that matches is explained. */
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
 * The error of a pattern in RE2's own words, or null. An empty pattern is valid.
 * Shape: `at` is the start of the rejected part, in UTF-16 units.
 */
export function problemOf(pattern: string): PatternProblem | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown;
    // If the compiled program is too large, no single part is wrong
    if (!(thrown instanceof RE2JSSyntaxException))
      return { message: thrown.message, piece: null, at: null, hint: null };
    const piece = thrown.getPattern() ?? '';
    const at = piece === '' ? -1 : pattern.indexOf(piece);
    return {
      message: thrown.getDescription(),
      piece: piece === '' ? null : piece,
      at: at === -1 ? null : at,
      hint: hintPatterns.find(([, syntax]) => syntax.test(piece))?.[0] ?? null,
    };
  }
}

/** Compile a pattern as the platform uses it: it matches anywhere, and case matters. Null: no pattern is set. */
export function finderOf(pattern: string | null | undefined): RE2JS | null {
  return pattern === null || pattern === undefined || pattern === '' ? null : RE2JS.compile(pattern);
}
