import type { Connection } from '../../open-cache.ts';
import { entryKinds, type EntryKind, type RecordedRow, type StoredEntry } from '../history-types.ts';
import { allEntries } from './all-entries.ts';
import { kindOf } from './entry-rows.ts';

/** `before`: directly before an entry; `after`: directly after it. */
export type Side = 'before' | 'after';
type Entry = Pick<StoredEntry, 'kind' | 'fields' | 'foundAt'>;

/** `absent`: it was not known. */
export type RowState = 'live' | 'gone' | 'absent';
const appears = { before: 'absent', after: 'live' } as const;
const ends = { before: 'live', after: 'gone' } as const;
const states: Partial<Record<EntryKind, Readonly<Record<Side, RowState>>>> = {
  ...{ came: appears, known: appears, listed: appears, back: { before: 'gone', after: 'live' } },
  ...{ notReturned: ends, deleted: ends, unlisted: ends },
};

/** The state of a row on one side of an entry; undefined: the entry does not tell it. */
export const stateOn = (entry: Pick<Entry, 'kind'>, side: Side): RowState | undefined => states[kindOf(entry)]?.[side];

/**
 * Returns a function that finds the last entry before a moment, if the row was not returned after it. Undefined: the row was
 * returned at the moment, or no entry tells it.
 */
export function goneBefore(db: Connection) {
  const kinds = Object.keys(states).map((kind) => entryKinds[kind as EntryKind]);
  const last = db.prepare<[object], Entry>(
    `SELECT kind, fields, found_at AS foundAt FROM ${allEntries} WHERE collection = :collection AND id = :id
       AND (scope = :scope OR scope = '') AND found_at <= :at AND kind IN (${kinds.join(', ')}) ORDER BY n DESC LIMIT 1`,
  );
  return (
    { collection, scope, id }: Pick<StoredEntry, 'collection' | 'scope' | 'id'>,
    at: number,
  ): Entry | undefined => {
    const entry = last.get({ collection, scope, id, at });
    return entry !== undefined && stateOn(entry, 'after') === 'gone' ? entry : undefined;
  };
}

/**
 * What entries tell about a row at a moment. `state` undefined: not known. `fields`: the known values by path; a value is
 * undefined if the platform did not send the field. `isKnown`: an entry had all values, so no other entries are needed.
 * `goneAt`: since when the row was not returned; null: not known.
 */
export interface RowAt {
  state: RowState | undefined;
  fields: Map<string, unknown>;
  isKnown: boolean;
  goneAt: number | null;
}
export const unknownRow = (): RowAt => ({ state: undefined, fields: new Map(), isKnown: false, goneAt: null });

/** Entries with all values of a row. Entries beyond them are not needed. */
const wholeKinds: ReadonlySet<EntryKind> = new Set(['came', 'known', 'back', 'notReturned', 'deleted']);

/**
 * Add what an entry tells. To be called for the entry nearest to the moment first, because known values are not replaced.
 * `side`: `before` for entries after the moment, `after` for earlier ones. `recorded`: all recorded fields. Those that an entry
 * with all values does not have were not sent by the platform; if `recorded` is absent, they stay unknown.
 */
export function addEntry(row: RowAt, entry: Entry, side: Side, recorded?: readonly string[]): void {
  if (row.isKnown) return;
  if (row.state === undefined) {
    row.state = stateOn(entry, side);
    if (row.state === 'gone' && side === 'after') row.goneAt = entry.foundAt;
  }
  const kind = kindOf(entry);
  row.isKnown = wholeKinds.has(kind);
  // These entries have the values from after a row came or came back, not those from before
  const isUnknown = side === 'before' && row.isKnown && stateOn(entry, side) !== 'live';
  if (entry.fields === null || isUnknown) return;
  const stored = JSON.parse(entry.fields) as RecordedRow;
  for (const name of (row.isKnown ? recorded : undefined) ?? Object.keys(stored))
    if (!row.fields.has(name)) row.fields.set(name, valueOn(kind, side, stored[name]));
}

/** The value of a field on one side of an entry that has `stored` for it. */
function valueOn(kind: EntryKind, side: Side, stored: unknown): unknown {
  if (kind === 'changed') return (stored as readonly unknown[])[side === 'before' ? 0 : 1];
  const isSent = kind === 'sent' ? side === 'after' : kind !== 'unsent' || side === 'before';
  return isSent ? stored : undefined;
}

/** The recorded values at the moment. `other`: values for fields about which the entries tell nothing. */
export function rowThen(other: RecordedRow, { fields }: RowAt): RecordedRow {
  return Object.fromEntries(
    Object.entries({ ...other, ...Object.fromEntries(fields) }).filter(([, value]) => value !== undefined),
  );
}
