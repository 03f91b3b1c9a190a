/** A sync by its start and its end, in epoch milliseconds. */
export interface SyncTimes {
  startedAt: number;
  endedAt: number;
}

/** The most syncs in one row of the coverage, so that extending it stays cheap. */
export const mostSyncs = 256;

/**
 * Add a sync to the bytes of a row of the coverage. For each, two numbers of 7 bits a byte, the lowest first: seconds from
 * the end before as it is stored (or from `from`) to its end, and its duration in seconds, both rounded up. So differences
 * of less than a second do not add up. `from`: the end of the first sync of the row.
 */
export function writeSync(ends: Uint8Array, from: number, { startedAt, endedAt }: SyncTimes): Uint8Array {
  const lastEnd = readSyncs(ends, from).at(-1)?.endedAt ?? from;
  const bytes = [...numberBytes(seconds(endedAt - lastEnd)), ...numberBytes(seconds(endedAt - startedAt))];
  const all = new Uint8Array(ends.length + bytes.length);
  all.set(ends);
  all.set(bytes, ends.length);
  return all;
}

/** The reverse of `writeSync`; times are exact to a second. */
export function readSyncs(ends: Uint8Array, from: number): SyncTimes[] {
  const syncs: SyncTimes[] = [];
  let at = 0;
  let endedAt = from;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = ends[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < ends.length) {
    endedAt += next() * 1_000;
    syncs.push({ endedAt, startedAt: endedAt - next() * 1_000 });
  }
  return syncs;
}

/** The number of syncs in the bytes: every second number ends one. */
export const syncsIn = (ends: Uint8Array): number => ends.reduce((sum, byte) => sum + Number(byte < 128), 0) / 2;

function numberBytes(value: number): number[] {
  const bytes: number[] = [];
  let rest = Math.max(0, value);
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

const seconds = (ms: number): number => Math.ceil(ms / 1_000);
