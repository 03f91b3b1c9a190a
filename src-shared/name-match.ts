/**
 * How closely a name matches a typed text, best first: 0 the whole name, 1 its beginning, 2 the beginning of a word in
 * it, 3 anything else.
 */
export type Closeness = 0 | 1 | 2 | 3;

/**
 * The closeness of a text to the names of one row; the best one counts. `#12` and `!12` are the whole name of a row whose
 * reference ends with them (`acme/web#12`), and `12` is its beginning.
 */
export function closeness(typed: string, names: readonly (string | null)[]): Closeness {
  return closenessTo(typed)(names);
}

/** `closeness` for many names: the typed text is folded only once. */
export function closenessTo(typed: string): (names: readonly (string | null)[]) => Closeness {
  const wanted = folded(typed);
  const isReference = /^[#!]\d+$/.test(wanted);
  const isNumber = /^\d+$/.test(wanted);
  const one = (name: string | null): Closeness => {
    const given = folded(name ?? '');
    const at = given.indexOf(wanted);
    if (at === -1) return 3;
    if (given === wanted || (isReference && given.endsWith(wanted))) return 0;
    if (at === 0 || (isNumber && /[#!]\d+$/.exec(given)?.[0].slice(1) === wanted)) return 1;
    return startsWord(given, wanted, at) ? 2 : 3;
  };
  return (names) => {
    let best: Closeness = 3;
    for (const name of names) best = Math.min(best, one(name)) as Closeness;
    return best;
  };
}

/** The names of a group or project with this path: the path, and its last part. */
export function namesOfPath(path: string): string[] {
  return [path, path.slice(path.lastIndexOf('/') + 1)];
}

/** Whether a text occurs at the beginning of a word. `from`: its first occurrence. */
function startsWord(text: string, wanted: string, from: number): boolean {
  for (let at = from; at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (at === 0 || /[\s/._@-]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function folded(text: string): string {
  const trimmed = text.trim();
  if (isPlainAscii.test(trimmed)) return trimmed.toLowerCase();
  return trimmed.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

const isPlainAscii = /^[\x20-\x7e]*$/;
