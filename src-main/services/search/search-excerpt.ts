import { normalText } from '#main/cache/normal-text.ts';

/** Longer texts are cut. */
const mostCharacters = 160;
/** Characters that are shown before the found word. */
const before = 40;

/**
 * A text as one line of at most 160 characters: the whole text if it is short, otherwise the part around the first
 * typed word that occurs in it.
 */
export function excerpt(text: string, words: string): string {
  const line = text.slice(0, 1_000_000).replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= mostCharacters) return line;
  const normal = normalText(line);
  const found = words.split(' ').map((word) => normal.indexOf(normalText(word)));
  const first = found.find((at) => at !== -1) ?? 0;
  if (first <= mostCharacters - before) return `${line.slice(0, mostCharacters).toWellFormed()}…`;
  // The normalized text has no diacritics, so `first` is only about the position in the line
  const from = Math.min(first - before, line.length - mostCharacters);
  const end = from + mostCharacters < line.length ? '…' : '';
  return `…${line.slice(from, from + mostCharacters).toWellFormed()}${end}`;
}
