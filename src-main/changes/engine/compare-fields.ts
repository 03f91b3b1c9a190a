import { isDeepStrictEqual } from 'node:util';
import type { FieldChange, UnshownValue } from '#shared/contract/changes.ts';
import { containsRef } from '../masking/masking.ts';
import type { State, Operation } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';

/**
 * A value for comparison: absent, null and empty text are equal; lists of texts or numbers are compared without order.
 */
export function normalized(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (!Array.isArray(value)) return value;
  const isOfWords = value.every((item) => typeof item === 'string' || typeof item === 'number');
  return isOfWords ? value.map(String).sort() : value;
}

export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(normalized(a), normalized(b));
}

/** The state in the form of the request body, for comparison; null if nothing was read. */
export function comparableState(operation: Operation | undefined, before: State | null, write: Write): State | null {
  return before === null ? null : (operation?.comparable?.(before, write) ?? before);
}

/** By field, a value that exists but is not in `comparableState`. */
export type Unshown = Readonly<Record<string, UnshownValue>>;

export function unshownValues(operation: Operation | undefined, before: State | null, write: Write): Unshown {
  return before === null ? {} : (operation?.unshown?.(before, write) ?? {});
}

/** `before` of a change, with the reason if the value exists but is not shown. `shown` has the field. */
export function beforeOf(field: string, shown: State, unshown: Unshown): Pick<FieldChange, 'before' | 'unshown'> {
  const value = shown[field] ?? null;
  const why = value === null ? unshown[field] : undefined;
  return { before: value, ...(why !== undefined && { unshown: why }) };
}

/** Whether the method changes an existing resource. An edit sends only the fields that differ; a creation sends all. */
export const isEdit = (method: string): boolean => method === 'PUT' || method === 'PATCH';

/**
 * The fields of the body that would change, and the names of those that would not. `shown` null: the state before is
 * not known, so every field counts as changed. A secret always counts as changed, and its change has neither value.
 * `keepsAll`: the state before the write is not certain, so no field counts as unchanged. A field in `unshown`
 * counts as changed too.
 */
export function differences(
  write: Write,
  method: string,
  shown: State | null,
  { keepsAll = false, unshown = {} }: { keepsAll?: boolean; unshown?: Unshown } = {},
): { changes: FieldChange[]; same: string[] } {
  const given = Object.entries(write.body ?? {}).filter(([, value]) => value !== undefined);
  const isCompared = shown !== null && isEdit(method);
  const same = given
    .filter(
      ([field, value]) =>
        isCompared &&
        !keepsAll &&
        field in shown &&
        !containsRef(value) &&
        beforeOf(field, shown, unshown).unshown === undefined &&
        isSame(shown[field], value),
    )
    .map(([field]) => field);
  const changes = given
    .filter(([field]) => !same.includes(field))
    .map(([field, value]): FieldChange => {
      if (containsRef(value)) return { field, isSecret: true };
      const before = isCompared && field in shown ? beforeOf(field, shown, unshown) : {};
      return { field, ...before, after: value, isSecret: false };
    });
  return { changes, same };
}

/** The changes whose `before` value differs from the current state. */
export function driftedFields(changes: readonly FieldChange[], shown: State): FieldChange[] {
  return changes.filter(
    ({ field, before, isSecret }) => !isSecret && before !== undefined && !isSame(before, shown[field]),
  );
}

/** Whether the platform has the requested value. It may return null, false, 0 or an empty text for each other. */
export function isAccepted(requested: unknown, now: unknown): boolean {
  const isOff = (value: unknown) => normalized(value) === null || value === false || value === 0;
  return isSame(requested, now) || (isOff(requested) && isOff(now));
}

/** `after` if all comparable fields have the requested values, `before` if all have the former ones; null: neither. */
export function matchingSide(changes: readonly FieldChange[], shown: State): 'after' | 'before' | null {
  const known = changes.filter(({ field, isSecret }) => !isSecret && field in shown);
  if (known.length === 0) return null;
  if (known.every(({ field, after }) => isAccepted(after, shown[field]))) return 'after';
  return known.every(({ field, before }) => before !== undefined && isSame(before, shown[field])) ? 'before' : null;
}
