import { hash } from 'node:crypto';

/** JSON with its keys in order at every depth, so that equal records are equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = value as Record<string, unknown>;
  let text = '';
  for (const [name, quoted] of inOrder(Object.keys(fields))) {
    if (fields[name] !== undefined) text += `${text === '' ? '' : ','}${quoted}:${canonicalJson(fields[name])}`;
  }
  return `{${text}}`;
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

type Names = readonly (readonly [name: string, quoted: string])[];
const keptShapes = 64;
const shapes = new Map<string, Names>();

/** Records of a list share their shape, so its order is worked out once. A shape is its names, quoted: no two are alike. */
function inOrder(names: string[]): Names {
  const shape = JSON.stringify(names);
  const known = shapes.get(shape);
  if (known !== undefined) return known;
  const sorted = names.toSorted().map((name) => [name, JSON.stringify(name)] as const);
  if (shapes.size === keptShapes) shapes.clear();
  shapes.set(shape, sorted);
  return sorted;
}
