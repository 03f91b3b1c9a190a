import type { ChangedField } from '#shared/contract/history.ts';
import type { RecordedRow } from '../history-types.ts';
import { isSameValue } from '../recorded-fields.ts';
import { isChange, kindOf, type EntryRow } from './entry-rows.ts';
import { addEntry, rowThen, stateOn, unknownRow, type RowAt, type Side } from './row-at.ts';

export interface RowChange {
  kind: 'came' | 'changed' | 'notReturned';
  fields: ChangedField[];
  row: RecordedRow | null;
  /** The last change in between; if there is none, the last entry. */
  last: EntryRow;
}

/**
 * The states of a row between its entries. `entries`: ordered by number. `wasGone`: the row was not returned even before the
 * first entry. This must be passed for deletions, because other entries tell it themselves.
 */
export function rowStates(entries: readonly EntryRow[], wasGone: boolean) {
  const steps = entries.filter((entry) => stateOn(entry, 'before') !== undefined);

  function existsAt(moment: number): boolean {
    const next = steps.find(({ foundAt }) => foundAt > moment);
    if (next !== undefined) return stateOn(next, 'before') === 'live' && !(wasGone && next === steps[0]);
    const last = steps.at(-1);
    return last === undefined || stateOn(last, 'after') === 'live';
  }

  /** The difference from `a` to `b`, which may be before `a`; null: none, or not known. `isValued`: with the values. */
  function between(a: number, b: number, isValued: boolean): RowChange | null {
    const [from, until] = [Math.min(a, b), Math.max(a, b)];
    const isInside = ({ foundAt }: EntryRow): boolean => foundAt > from && foundAt <= until;
    const inside = entries.filter(isInside);
    const last = inside.findLast(isChange) ?? inside.at(-1);
    if (last === undefined) return null;
    const [was, is] = [existsAt(a), existsAt(b)];
    if (!was && !is) return null;
    if (was && is) {
      // A single change always has different values, so they need not be compared
      const isOne = !isValued && inside.length === 1 && kindOf(last) === 'changed';
      const fields = isOne ? [] : changedIn(inside, a <= b ? ['before', 'after'] : ['after', 'before']);
      return isOne || fields.length > 0 ? { kind: 'changed', fields, row: null, last } : null;
    }
    const isEarlier = existsAt(from);
    const cause = isEarlier ? steps.findLast(isInside) : steps.find(isInside);
    // The row was only seen for the first time, or is no longer visible
    if (cause === undefined || !isChange(cause)) return null;
    const row = isValued ? rowThen({}, rowOn(inside, isEarlier ? 'before' : 'after')) : null;
    return { kind: is ? 'came' : 'notReturned', fields: [], row, last };
  }

  return { existsAt, between };
}

/** What entries tell about a row before or after all of them. */
function rowOn(entries: readonly EntryRow[], side: Side): RowAt {
  const row = unknownRow();
  for (const entry of side === 'before' ? entries : entries.toReversed()) addEntry(row, entry, side);
  return row;
}

/** Fields whose values on both sides of the entries are known and differ. */
function changedIn(entries: readonly EntryRow[], [first, second]: [Side, Side]): ChangedField[] {
  const others = rowOn(entries, second).fields;
  return [...rowOn(entries, first).fields].flatMap(([name, before]) => {
    const after = others.get(name);
    return before === undefined || after === undefined || isSameValue(before, after) ? [] : [{ name, before, after }];
  });
}
