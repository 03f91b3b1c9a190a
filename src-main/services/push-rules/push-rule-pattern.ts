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

/** Escape sequences and quoted texts. `class`: a class that RE2JS has and RE2 does not. */
const escapes = new RegExp(
  String.raw`\\(?:Q.*?(?:\\E|$)|(?<class>[pP]\{\^?(?:Cn|LC|Unknown|Alphabetic|Dash|Emoji|Extended_Pictographic|Lowercase|Math` +
    String.raw`|Uppercase|(?:ASCII_)?Hex_Digit|Emoji_(?:Component|Modifier(?:_Base)?|Presentation)|Quotation_Mark` +
    String.raw`|Terminal_Punctuation|White_Space)\})|.)`,
  'gs',
);

/**
 * The error of a pattern in RE2's own words, or null. An empty pattern is valid.
 * Shape: `at` is the start of the rejected part, in UTF-16 units.
 */
export function problemOf(pattern: string): PatternProblem | null {
  try {
    RE2JS.compile(pattern);
    const unknown = [...pattern.matchAll(escapes)].find(({ groups }) => groups?.['class'] !== undefined);
    return unknown === undefined
      ? null
      : { message: 'invalid character class range', piece: unknown[0], at: unknown.index, hint: null };
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

/**
 * Compile a pattern as the platform uses it: it matches anywhere, and case matters. `^` and `$` match only the ends of
 * the text, with `RE2JS.MULTILINE` also those of each line, unless the pattern has `(?-m)`. Null: no pattern is set.
 */
export function finderOf(pattern: string | null | undefined, flags = 0): RE2JS | null {
  return pattern === null || pattern === undefined || pattern === '' ? null : RE2JS.compile(pattern, flags);
}
