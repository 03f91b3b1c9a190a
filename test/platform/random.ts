/** Pseudorandom numbers, the same for the same seed and name. */
export interface Random {
  /** From 0 to 1, excluding 1. */
  next(): number;
  /** Including both limits. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  hex(digits: number): string;
}

/** An independent stream for each name, so that resources don't change each other's numbers. */
export function createRandom(seed: number, name: string): Random {
  let state = hash(`${seed}/${name}`);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[integer(0, list.length - 1)] as T;
    },
    hex(digits) {
      let text = '';
      while (text.length < digits) text += integer(0, 15).toString(16);
      return text;
    },
  };
}

function hash(text: string) {
  let value = 2_166_136_261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return value;
}
