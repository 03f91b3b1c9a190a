/**
 * How closely a name matches what was typed, best first: 0 the whole name, 1 its beginning, 2 the beginning of a part of
 * it, 3 anything else. `#12` and `!12` are the whole name of a row whose reference ends with them (`acme/web#12`), and `12` is
 * its beginning. `names`: every name of the same thing; the best one counts.
 */
export function closeness(typed: string, names: readonly (string | null)[]): 0 | 1 | 2 | 3 {
  const wanted = folded(typed);
  const each = names.map((name) => {
    const given = folded(name ?? '');
    if (given === wanted || (/^[#!]\d+$/.test(wanted) && given.endsWith(wanted))) return 0;
    if (given.startsWith(wanted) || (/^\d+$/.test(wanted) && /[#!]\d+$/.exec(given)?.[0].slice(1) === wanted)) return 1;
    return given.split(/[\s/._@-]+/u).some((part) => part.startsWith(wanted)) ? 2 : 3;
  });
  return Math.min(3, ...each) as 0 | 1 | 2 | 3;
}

function folded(text: string): string {
  return text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
