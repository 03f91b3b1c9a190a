/**
 * The form of a text for search and sorting: lower case, NFD, without marks. Each code point is converted by itself,
 * so that the form of any part of a text occurs in the form of the whole text.
 */
export function normalText(text: string): string {
  if (isPlainAscii.test(text)) return text.toLowerCase();
  const stripped = withoutMarks(text.toWellFormed().toLowerCase());
  // `ς` is the letter `σ` at the end of a word. SQLite ends a text at NUL.
  return stripped.replaceAll('ς', 'σ').replaceAll('\0', ' ');
}

/** The normalized words of a search. A row matches if each of them occurs in its search text. */
export function searchWords(search: string): string[] {
  return [...new Set(normalText(search).split(/\s+/u))].filter((word) => word !== '');
}

/** The form of a text for comparisons that ignore only case. */
export function foldedText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const isPlainAscii = /^[\x01-\x7f]*$/; // eslint-disable-line no-control-regex -- control characters are ASCII too

function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
