/** Ids below this one are stored as one bit each, which takes at most 8 MB. */
const mostBits = 2 ** 26;

/** A set of many ids as bits, which is much faster to build and query than a `Set`. */
export function idSet(ids: Float64Array): { has(id: number): boolean } {
  let highest = -1;
  for (const id of ids) {
    if (id < 0 || id >= mostBits) return new Set(ids);
    if (id > highest) highest = id;
  }
  const bits = new Uint8Array((highest >> 3) + 1);
  for (const id of ids) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
  return { has: (id) => id >= 0 && id <= highest && ((bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0 };
}
