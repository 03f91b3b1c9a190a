import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '#shared/contract/changes.ts';
import { containsRef } from '../masking/masking.ts';
import type { State, Operation } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';

/** Absent, null and empty mean the same; the order of a list of words or numbers does not count. */
export function normalized(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (!Array.isArray(value)) return value;
  const isOfWords = value.every((item) => typeof item === 'string' || typeof item === 'number');
  return isOfWords ? value.map(String).sort() : value;
}

export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(normalized(a), normalized(b));
}

/** What the body's fields are compared with; null where nothing was read. */
export function comparableState(operation: Operation | undefined, before: State | null, write: Write): State | null {
  return before === null ? null : (operation?.comparable?.(before, write) ?? before);
}

/** A write that changes what is there sends only what differs; one that makes something sends everything. */
export const isEdit = (method: string): boolean => method === 'PUT' || method === 'PATCH';

/**
 * The fields that would change, and those among the body's that would not. `shown` null: nothing is known of before, so
 * everything changes. A secret always does, and shows neither value. `keepsAll`: the state before the write is not certain, so no field counts as unchanged.
 */
export function differences(
  write: Write,
  method: string,
  shown: State | null,
  { keepsAll = false }: { keepsAll?: boolean } = {},
): { changes: FieldChange[]; same: string[] } {
  const given = Object.entries(write.body ?? {}).filter(([, value]) => value !== undefined);
  const isCompared = shown !== null && isEdit(method);
  const same = given
    .filter(
      ([field, value]) =>
        isCompared && !keepsAll && field in shown && !containsRef(value) && isSame(shown[field], value),
    )
    .map(([field]) => field);
  const changes = given
    .filter(([field]) => !same.includes(field))
    .map(([field, value]): FieldChange => {
      if (containsRef(value)) return { field, isSecret: true };
      const before = isCompared && field in shown ? { before: shown[field] ?? null } : {};
      return { field, ...before, after: value, isSecret: false };
    });
  return { changes, same };
}

/** Fields whose value, read again, is not any more what the plan showed as the one before. */
export function driftedFields(changes: readonly FieldChange[], shown: State): FieldChange[] {
  return changes.filter(
    ({ field, before, isSecret }) => !isSecret && before !== undefined && !isSame(before, shown[field]),
  );
}

/** Whether a value is what was asked for: what is off or empty may be told as null, false, 0 or an empty text. */
export function isAccepted(asked: unknown, now: unknown): boolean {
  const isOff = (value: unknown) => normalized(value) === null || value === false || value === 0;
  return isSame(asked, now) || (isOff(asked) && isOff(now));
}

/** Whether all that can be compared has one side's value: as it was asked for, or as it was; null: neither. */
export function matchingSide(changes: readonly FieldChange[], shown: State): 'after' | 'before' | null {
  const known = changes.filter(({ field, isSecret }) => !isSecret && field in shown);
  if (known.length === 0) return null;
  if (known.every(({ field, after }) => isAccepted(after, shown[field]))) return 'after';
  return known.every(({ field, before }) => before !== undefined && isSame(before, shown[field])) ? 'before' : null;
}
