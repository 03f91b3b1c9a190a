import { hash } from 'node:crypto';

/** JSON with sorted keys at every depth, so that equal records give equal texts. */
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

/** A hash of 132 bits in base64url. */
export const hashOf = (data: string | Uint8Array): string => hash('sha256', data, 'base64url').slice(0, 22);

/**
 * A hash of the JSON text of a record without its volatile fields, for instance `local_time`. Equal hashes
 * mean equal records. Different hashes can also mean a different order of fields: compare such records with
 * `isSameRecord`.
 */
export function textHash(record: object, volatile: readonly string[]): string {
  return hashOf(JSON.stringify(without(record, volatile)));
}

/** Whether two records are equal, ignoring the order of fields and the values of volatile fields. */
export function isSameRecord(one: object, other: object, volatile: readonly string[]): boolean {
  return canonicalJson(without(one, volatile)) === canonicalJson(without(other, volatile));
}

/**
 * Sets the fields to undefined, which JSON leaves out. Deleting them would be slower: V8 changes the object's shape.
 */
function without(record: object, names: readonly string[]): object {
  let copy: Record<string, unknown> | undefined;
  for (const name of names) {
    const [outer = '', inner] = name.split('.');
    if (!(outer in record)) continue;
    copy ??= { ...record };
    copy[outer] = inner === undefined ? undefined : withoutInner(copy[outer], inner);
  }
  return copy ?? record;
}

function withoutInner(value: unknown, name: string): unknown {
  const hasName = typeof value === 'object' && value !== null && name in value;
  return hasName ? { ...value, [name]: undefined } : value;
}

type Names = readonly (readonly [name: string, quoted: string])[];
const keptShapes = 64;
const shapes = new Map<string, Names>();

/** Records of a list have the same fields, so their order is computed once for each set of field names. */
function inOrder(names: string[]): Names {
  const shape = JSON.stringify(names);
  const known = shapes.get(shape);
  if (known !== undefined) return known;
  const sorted = names.toSorted().map((name) => [name, JSON.stringify(name)] as const);
  if (shapes.size === keptShapes) shapes.clear();
  shapes.set(shape, sorted);
  return sorted;
}
