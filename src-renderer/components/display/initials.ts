/** The colors of the background and the text of avatars. */
const colors = [
  ['light-dark(#fbe7ef, #3a1e2a)', 'light-dark(#8d2456, #f2a9c6)'],
  ['light-dark(#fdeae0, #3a241a)', 'light-dark(#8a3d10, #f0b48f)'],
  ['light-dark(#f5f0d6, #322d14)', 'light-dark(#655309, #dccb7d)'],
  ['light-dark(#e2f3e4, #182f1d)', 'light-dark(#1d612b, #93d3a1)'],
  ['light-dark(#dcf2f1, #122f2f)', 'light-dark(#0d5f5e, #84d2cf)'],
  ['light-dark(#e1eefb, #152b40)', 'light-dark(#164f86, #93c4ee)'],
  ['light-dark(#e9e8fd, #262449)', 'light-dark(#43399f, #b9b3f8)'],
  ['light-dark(#f3e6f8, #321f3c)', 'light-dark(#702888, #dcaaf0)'],
] as const;

/** One or two letters for a person: the first letters of the first and the last word; "?" for an empty name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${firstLetter(first)}${firstLetter(last)}`;
}

/** The colors of the background and the text for a person, always the same for a name. */
export function colorsOf(name: string): readonly [background: string, text: string] {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return colors[hash % colors.length] ?? colors[0];
}

function firstLetter(word: string): string {
  return (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLocaleUpperCase('en');
}
