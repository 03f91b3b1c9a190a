import { contextCommitForms } from '#shared/text/en/context-commit-forms.ts';

const words = contextCommitForms.shas;

/** The SHAs in a text, in lower case, separated by white space, commas or semicolons. */
export function shasIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
}

/** Why SHAs can't be added to a list of commits; null: they can. `known`: the whole SHAs in that list. */
export function problemOfShas(shas: readonly string[], known: readonly string[]): string | null {
  if (shas.length === 0) return words.missing;
  const invalid = shas.find((sha) => !/^[0-9a-f]{7,64}$/.test(sha));
  if (invalid !== undefined) return words.invalid(invalid.slice(0, 80));
  const twice = partOfAnother(shas);
  if (twice !== undefined) return words.twice(twice);
  const there = partOfAnother([...shas, ...known]);
  return there === undefined ? null : words.known(there);
}

/** A text with which another one begins; in sorted order, it is the next one. */
function partOfAnother(texts: readonly string[]): string | undefined {
  const sorted = texts.toSorted();
  return sorted.find((text, at) => sorted[at + 1]?.startsWith(text));
}
