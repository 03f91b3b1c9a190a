import type { StoredRow } from '#main/state/plans.ts';
import type { State, Operations } from '../operation-kit/operation.ts';
import { isSameResource, resourceIndex, resourcesOf } from '../operation-kit/resources.ts';

/** By position of each row: the position of the last earlier row about the same resource; null: there is none. */
export function findEarlierRows(
  rows: readonly Pick<StoredRow, 'position' | 'write'>[],
  operations: Operations,
): ReadonlyMap<number, number | null> {
  const index = resourceIndex<number>();
  const found = new Map<number, number | null>();
  for (const { position, write } of rows) {
    const resources = resourcesOf(write, operations);
    const touching = resources.flatMap((resource) => index.touching(resource));
    found.set(position, touching.length === 0 ? null : Math.max(...touching));
    for (const resource of resources) index.note(resource, position);
  }
  return found;
}

export type RowAt = (position: number) => StoredRow | null;

/** The earlier rows that touch the same resource, the last one first. */
export function* earlierOf({ follows }: Pick<StoredRow, 'follows'>, rowAt: RowAt): Generator<StoredRow> {
  for (let at = follows ?? null; at !== null;) {
    const row = rowAt(at);
    if (row === null) return;
    yield row;
    at = row.follows ?? null;
  }
}

/** Rows in other states are not sent. */
const sentStates: readonly StoredRow['state'][] = ['planned', 'drifted', 'needs-secret'];

/**
 * The fields that earlier rows of a draft write to the resource of this row, with their final values. `isWhole`: its
 * other fields are as they were read.
 */
export function fieldsWrittenBefore(
  row: Pick<StoredRow, 'follows' | 'write'>,
  rowAt: RowAt,
  operations: Operations,
): { fields: State; isWhole: boolean } {
  const fields: Record<string, unknown> = {};
  for (const earlier of earlierOf(row, rowAt)) {
    if (!sentStates.includes(earlier.state)) continue;
    const isKnown = isSameResource(row.write, earlier.write, operations) && earlier.method !== 'DELETE';
    if (!isKnown) return { fields, isWhole: false };
    for (const { field, after, isSecret } of earlier.changes) {
      if (!isSecret && !(field in fields)) fields[field] = after;
    }
    // A created resource has only the fields that it was created with
    if (earlier.method === 'POST') return { fields, isWhole: false };
  }
  return { fields, isWhole: true };
}

/** The resource as it was read, plus what earlier rows write to it. */
export function withFields(read: State | null, fields: State): State | null {
  return read === null && Object.keys(fields).length === 0 ? null : { ...read, ...fields };
}
