import { hash } from 'node:crypto';

/** JSON with its keys in order at every depth, so that equal records are equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value));
}

/** 132 bits over a record without the fields that change by themselves (`local_time`). */
export function recordHash(record: object, volatile: readonly string[]): string {
  let stable: object = record;
  if (volatile.some((name) => name in record)) {
    const copy: Record<string, unknown> = { ...record };
    for (const name of volatile) delete copy[name];
    stable = copy;
  }
  return hash('sha256', canonicalJson(stable), 'base64url').slice(0, 22);
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Entries, not assignment: a key `__proto__` from the network stays a plain key.
  return Object.fromEntries(sorted.map(([name, inner]) => [name, ordered(inner)]));
}
