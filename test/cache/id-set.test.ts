import { expect, test } from 'vitest';
import { idSet } from '#main/cache/read/id-set.ts';

const cases: [string, number[]][] = [
  ['none', []],
  ['a few', [3, 8, 9]],
  ['the ends of a byte', [0, 7, 8, 15, 16]],
  ['one that is too large for bits', [1, 2 ** 40]],
  ['one below zero', [-4, 5]],
];

for (const [what, ids] of cases) {
  test(`a set of ids contains exactly the given ids: ${what}`, () => {
    const set = idSet(Float64Array.from(ids));
    const asked = [-5, -4, ...Array.from({ length: 32 }, (_, id) => id), 2 ** 31, 2 ** 32 + 3, 2 ** 40, 2 ** 40 + 1];
    expect(asked.filter((id) => set.has(id))).toEqual(asked.filter((id) => ids.includes(id)));
  });
}
