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

/**
 * The form of a text for sorting: as `normalText`, but each number begins with the count of its digits (`12` is `212`),
 * so that 2 is before 10.
 */
export function naturalText(text: string): string {
  return normalText(text).replaceAll(/\d+/g, (digits) => `${digitsOf(digits.length)}${digits}`);
}

/** The count of digits, as a prefix: one digit below 9, for longer numbers "9" and three digits. */
function digitsOf(length: number): string {
  return length < 9 ? String(length) : `9${String(length).padStart(3, '0')}`;
}

/**
 * The possible beginnings of the `naturalText` of all texts that begin with `text`. There are several if `text` ends
 * with a number, because the number can have more digits in the longer text.
 */
export function naturalBeginnings(text: string): string[] {
  const number = /\d{1,8}$/.exec(text)?.[0];
  if (number === undefined) return [naturalText(text)];
  const before = naturalText(text.slice(0, -number.length));
  return Array.from(
    { length: 9 - number.length },
    (_, more) => `${before}${number.length + more}${normalText(number)}`,
  );
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
