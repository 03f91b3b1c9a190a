import { isDeepStrictEqual } from 'node:util';
import type { State, Operation } from './operation.ts';

type Probe = NonNullable<Operation['probe']>;
type Read = NonNullable<Operation['read']>;

/** A creation was applied if the resource did not exist before, and exists now with the requested fields. */
export function creationProbe(read: Read, fields: readonly string[] = []): Probe {
  return async (write, before, reading) => {
    const now = await read(write, reading);
    if (now === null) return 'not-applied';
    if (before !== null) return 'unknown';
    return fields.every((field) => isAccepted(write.body?.[field], now[field])) ? 'applied' : 'unknown';
  };
}

/** A deletion was applied if the resource does not exist. */
export function deletionProbe(read: Read): Probe {
  return async (write, _, reading) => ((await read(write, reading)) === null ? 'applied' : 'not-applied');
}

/** An edit was applied if its fields have the requested values, and was not if they have the former ones. */
export function editProbe(read: Read, fields: readonly string[]): Probe {
  return async (write, before, reading) => {
    const now = await read(write, reading);
    if (now === null) return 'unknown';
    const requested = fields.filter((field) => write.body?.[field] !== undefined);
    const differing = requested.filter((field) => before === null || !isAccepted(write.body?.[field], before[field]));
    if (differing.length === 0) return 'unknown';
    if (differing.every((field) => isAccepted(write.body?.[field], now[field]))) return 'applied';
    return differing.every((field) => isDeepStrictEqual(before?.[field], now[field])) ? 'not-applied' : 'unknown';
  };
}

/** Whether a field has the requested value. If none was requested, every value is accepted. */
function isAccepted(requested: unknown, now: unknown): boolean {
  return requested === undefined || isDeepStrictEqual(emptyAsNull(requested), emptyAsNull(now));
}

function emptyAsNull(value: unknown): unknown {
  return value === undefined || value === false || value === '' || value === 0 ? null : value;
}

/** A text field; null: it is empty or absent. */
export function textOf(state: State | null | undefined, field: string): string | null {
  const value = state?.[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The first of the fields that is a text or a number, as text; null: none is. */
export function nameIn(state: State | null | undefined, ...fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = state?.[field];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return null;
}

/** An integer field of a reply; null: there is none. */
export function idIn(reply: unknown, field = 'id'): number | null {
  const value = typeof reply === 'object' && reply !== null ? (reply as State)[field] : null;
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}
