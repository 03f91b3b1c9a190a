import type { StoredRow } from '#main/state/plans.ts';
import type { State, Subjects } from './subject.ts';
import { isSameThing, thingIndex, thingsOf } from './things.ts';

/** The position of the last earlier row of its plan that touches what this one touches; null: none does. */
export function followed(
  rows: readonly Pick<StoredRow, 'position' | 'write'>[],
  subjects: Subjects,
): ReadonlyMap<number, number | null> {
  const index = thingIndex<number>();
  const found = new Map<number, number | null>();
  for (const { position, write } of rows) {
    const things = thingsOf(write, subjects);
    const touching = things.flatMap((thing) => index.touching(thing));
    found.set(position, touching.length === 0 ? null : Math.max(...touching));
    for (const thing of things) index.note(thing, position);
  }
  return found;
}

export type RowAt = (position: number) => StoredRow | null;

/** The earlier rows that touch the same, the last one first. */
export function* earlierOf({ follows }: Pick<StoredRow, 'follows'>, rowAt: RowAt): Generator<StoredRow> {
  for (let at = follows ?? null; at !== null;) {
    const row = rowAt(at);
    if (row === null) return;
    yield row;
    at = row.follows ?? null;
  }
}

/** Rows in whose place nothing is sent leave everything as it was. */
const sent: readonly StoredRow['state'][] = ['planned', 'drifted', 'needs-secret'];

/**
 * The fields that earlier rows of a draft write to the very thing of this one, as they leave them. `isWhole`: what else
 * was read of it holds.
 */
export function writtenBefore(
  row: Pick<StoredRow, 'follows' | 'write'>,
  rowAt: RowAt,
  subjects: Subjects,
): { fields: State; isWhole: boolean } {
  const fields: Record<string, unknown> = {};
  for (const earlier of earlierOf(row, rowAt)) {
    if (!sent.includes(earlier.state)) continue;
    const isKnown = isSameThing(row.write, earlier.write, subjects) && earlier.method !== 'DELETE';
    if (!isKnown) return { fields, isWhole: false };
    for (const { field, after, isSecret } of earlier.changes) {
      if (!isSecret && !(field in fields)) fields[field] = after;
    }
    // What it makes has what it was made with
    if (earlier.method === 'POST') return { fields, isWhole: false };
  }
  return { fields, isWhole: true };
}

/** The thing as it was read, with what is written to it before. */
export function met(read: State | null, fields: State): State | null {
  return read === null && Object.keys(fields).length === 0 ? null : { ...read, ...fields };
}
