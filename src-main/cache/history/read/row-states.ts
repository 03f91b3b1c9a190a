import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { ChangedField } from '#shared/contract/history.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { ChangedFields, RecordedRow } from '../history-types.ts';
import { isSameValue } from '../recorded-fields.ts';
import { isChange, kindOf, type EntryRow } from './entry-rows.ts';

/** The entries of one row after a moment, in their order. `listedIn`: see `existence`. */
export interface RowEntries {
  collection: CollectionName;
  scope: Scope;
  id: Key;
  entries: EntryRow[];
  listedIn: Scope | null;
}

/**
 * Whether a row existed before and after an entry; null: the entry doesn't tell. `isCertain`: the platform added or
 * removed it, it was not only seen for the first time or no longer visible. `listed` and `unlisted` count for the rows of
 * one scope: for `listedIn`; null: for rows that belong to their scope.
 */
function existence(entry: EntryRow, listedIn: Scope | null, isShared: boolean) {
  switch (kindOf(entry)) {
    case 'came':
    case 'back':
      return { before: false, after: true, isCertain: true };
    case 'known':
      return { before: false, after: true, isCertain: false };
    case 'notReturned':
    case 'deleted':
      return { before: true, after: false, isCertain: true };
    case 'listed':
    case 'unlisted': {
      if (isShared && entry.scope !== listedIn) return null;
      const isListed = kindOf(entry) === 'listed';
      return { before: !isListed, after: isListed, isCertain: false };
    }
    default:
      return null;
  }
}

/** The values that an entry tells: of the fields before it, and after it. */
function valuesIn(entry: EntryRow): { before: RecordedRow; after: RecordedRow } {
  const stored = entry.fields === null ? {} : (JSON.parse(entry.fields) as RecordedRow);
  switch (kindOf(entry)) {
    case 'changed': {
      const pairs = Object.entries(stored as ChangedFields);
      const at = (side: 0 | 1) => Object.fromEntries(pairs.map(([name, pair]) => [name, pair[side]]));
      return { before: at(0), after: at(1) };
    }
    case 'came':
    case 'known':
    case 'back':
    case 'sent':
      return { before: {}, after: stored };
    case 'notReturned':
    case 'deleted':
    case 'unsent':
      return { before: stored, after: {} };
    default:
      return { before: {}, after: {} };
  }
}

export interface RowChange {
  kind: 'came' | 'changed' | 'notReturned';
  fields: ChangedField[];
  row: RecordedRow | null;
  /** The last change in between; if there is none, the last entry. */
  last: EntryRow;
}

/**
 * The states of a row between entries. `wasGone`: it had not been returned before the first entry, which only a deletion
 * doesn't tell.
 */
export function rowStates({ entries, listedIn }: RowEntries, isShared: boolean, wasGone: boolean) {
  const tell = entries.flatMap((entry) => {
    const found = existence(entry, listedIn, isShared);
    return found === null ? [] : [{ ...found, at: entry.foundAt }];
  });
  const [first] = tell;
  if (first !== undefined && wasGone) first.before = false;

  function existsAt(moment: number): boolean {
    const next = tell.find(({ at }) => at > moment);
    return next?.before ?? tell.at(-1)?.after ?? true;
  }

  /** The difference between two moments in their order; null: none, or it is not known. `isValued`: with its values. */
  function between(from: number, until: number, isValued: boolean): RowChange | null {
    const inside = entries.filter(({ foundAt }) => foundAt > from && foundAt <= until);
    const last = inside.findLast(isChange) ?? inside.at(-1);
    if (last === undefined) return null;
    const [was, is] = [existsAt(from), existsAt(until)];
    if (!was && !is) return null;
    if (was && is) {
      // One change has other values in any case, so its values need not be compared
      if (!isValued && inside.length === 1 && kindOf(last) === 'changed')
        return { kind: 'changed', fields: [], row: null, last };
      const fields = changedIn(inside);
      return fields.length === 0 ? null : { kind: 'changed', fields, row: null, last };
    }
    const ends = tell.filter(({ at }) => at > from && at <= until);
    const cause = was ? ends.at(-1) : ends[0];
    if (cause?.isCertain !== true) return null;
    return {
      kind: is ? 'came' : 'notReturned',
      fields: [],
      row: isValued ? rowIn(inside, is ? 'after' : 'before') : null,
      last,
    };
  }

  return { existsAt, between };
}

/** The fields that entries tell: the first value before and the last one after; null: the field was not known then. */
function told(entries: readonly EntryRow[]): Map<string, { before: Value; after: Value }> {
  const fields = new Map<string, { before: Value; after: Value }>();
  for (const entry of entries) {
    const { before, after } = valuesIn(entry);
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const own = { before: valueOf(before, name), after: valueOf(after, name) };
      const known = fields.get(name);
      fields.set(name, { before: known === undefined ? own.before : known.before, after: own.after });
    }
  }
  return fields;
}
type Value = { value: unknown } | null;
const valueOf = (row: RecordedRow, name: string): Value => (Object.hasOwn(row, name) ? { value: row[name] } : null);

/** Fields whose values at both ends are known and differ. */
const changedIn = (entries: readonly EntryRow[]): ChangedField[] =>
  [...told(entries)].flatMap(([name, { before, after }]) =>
    before === null || after === null || isSameValue(before.value, after.value)
      ? []
      : [{ name, before: before.value, after: after.value }],
  );

/** The recorded values of a row that existed only at one end. */
const rowIn = (entries: readonly EntryRow[], end: 'before' | 'after'): RecordedRow =>
  Object.fromEntries([...told(entries)].flatMap(([name, { [end]: own }]) => (own === null ? [] : [[name, own.value]])));
