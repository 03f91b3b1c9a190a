/**
 * Text as it is searched and sorted: NFD, marks stripped, lower case. Works code point by code point, so that a part of
 * a text is found in the whole wherever it is cut.
 */
export function normalText(text: string): string {
  if (isPlainAscii.test(text)) return text.toLowerCase();
  const stripped = strip(strip(text.toWellFormed()).toLowerCase());
  // A final sigma is written only at the end of a word, and NUL ends text inside SQLite.
  return stripped.replaceAll('ς', 'σ').replaceAll('\0', ' ');
}

/** The words of a search, normalised; each must occur somewhere. */
export function searchWords(search: string): string[] {
  return [...new Set(normalText(search).split(/\s+/u))].filter((word) => word !== '');
}

/** Text for comparisons that ignore case alone. */
export function foldedText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const isPlainAscii = /^[\x01-\x7f]*$/; // eslint-disable-line no-control-regex -- control characters are ASCII too

function strip(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
