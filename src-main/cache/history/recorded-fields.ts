import type { Declaration } from '#shared/contract/collection.ts';
import { collections, type CollectionName } from '#shared/contract/collections.ts';
import { canonicalJson } from '../canonical.ts';
import { valueAt, type Fields } from '../derive.ts';
import type { RecordedRow } from './history-types.ts';

/**
 * The fields of a collection whose changes are recorded, as paths (`user.id`). Null: it has no current state, such as commits.
 * By default: the fields of its columns, its title and its short searched texts, without times such as the last activity.
 */
export function recordedFields(name: CollectionName): readonly string[] | null {
  let own = known.get(name);
  if (own === undefined) known.set(name, (own = fieldsOf(collections[name])));
  return own;
}
const known = new Map<CollectionName, readonly string[] | null>();

function fieldsOf({
  recorded,
  columns,
  title,
  about,
  searched,
  hasLongTexts,
  key,
}: Declaration): readonly string[] | null {
  if (recorded === false) return null;
  const ofColumns = Object.entries(columns).flatMap(([name, column]) => {
    const { field, as } = typeof column === 'string' ? { field: name, as: column } : column;
    return as === 'last' ? [] : [field];
  });
  const all = [
    ...title,
    ...(about === undefined ? [] : [about]),
    ...ofColumns,
    ...(hasLongTexts ? [] : searched),
    ...(recorded.also ?? []),
  ];
  const left = new Set([key, ...(recorded.not ?? [])]);
  return [...new Set(all)].filter((field) => !left.has(field));
}

/** The recorded values of a record. Of people inside it, only what identifies them is kept. */
export function recordedRow(fields: readonly string[], record: Fields): RecordedRow {
  const row: Record<string, unknown> = {};
  for (const field of fields) {
    const value = valueAt(record, field);
    if (value !== undefined) row[field] = withoutPeople(value);
  }
  return row;
}

/** A record with the recorded fields at their places: the reverse of `recordedRow`. */
export function recordOfRow(row: RecordedRow): Fields {
  const record: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(row)) {
    const names = path.split('.');
    let at: Record<string, unknown> = record;
    for (const name of names.slice(0, -1)) {
      const inner: Record<string, unknown> = typeof at[name] === 'object' && at[name] !== null ? { ...at[name] } : {};
      at[name] = inner;
      at = inner;
    }
    at[names.at(-1) ?? path] = value;
  }
  return record;
}

/** Whether two recorded values are the same. */
export function isSameValue(before: unknown, after: unknown): boolean {
  return before === after || canonicalJson(before) === canonicalJson(after);
}

function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople);
  if (typeof value !== 'object' || value === null || !('username' in value)) return value;
  const { id, username } = value as Fields;
  return { id, username };
}
