import { entryKinds, type ChangedFields, type RecordedRow, type StoredEntry } from '../history-types.ts';

/**
 * What entries tell about a row at a moment. `state` undefined: as it is in the base of the answer. `fields`: the values
 * that differ from the base; undefined: the field was not known. `goneAt`: since when it was not returned; null: as in the base.
 */
export interface RowThen {
  state: 'live' | 'gone' | 'absent' | undefined;
  fields: Map<string, unknown>;
  /** The entries that were read decide everything, so later ones are not needed. */
  isKnown: boolean;
  goneAt: number | null;
}
export const unchanged = (): RowThen => ({ state: undefined, fields: new Map(), isKnown: false, goneAt: null });

/** How to find out what the entry does not say. */
interface Before {
  recorded: readonly string[];
  /** The row was already not returned at the moment. */
  wasGone: () => boolean;
  /** The last entry at or before the moment that made the row gone. */
  lastGone: () => Pick<StoredEntry, 'foundAt' | 'fields'> | undefined;
}

/**
 * Take an entry after the moment back. To be called with the oldest entry first: for the row and each of its fields, the
 * oldest one decides.
 */
export function takeBack(then: RowThen, { kind, fields }: Pick<StoredEntry, 'kind' | 'fields'>, before: Before): void {
  if (then.isKnown) return;
  const decide = (name: string, value: unknown): void => {
    if (!then.fields.has(name)) then.fields.set(name, value);
  };
  switch (kind) {
    case entryKinds.changed:
      for (const [name, [value]] of Object.entries(changesIn(fields))) decide(name, value);
      return;
    case entryKinds.sent:
      for (const name of Object.keys(rowIn(fields))) decide(name, undefined);
      return;
    case entryKinds.unsent:
      for (const [name, value] of Object.entries(rowIn(fields))) decide(name, value);
      return;
    case entryKinds.came:
    case entryKinds.known:
      then.state ??= 'absent';
      then.isKnown = true;
      return;
    case entryKinds.notReturned:
    case entryKinds.deleted: {
      then.state ??= before.wasGone() ? 'gone' : 'live';
      takeAll(fields);
      return;
    }
    case entryKinds.back:
    case entryKinds.listed: {
      if (then.state !== undefined) return;
      const gone = before.lastGone();
      then.state = gone === undefined && kind === entryKinds.listed ? 'absent' : 'gone';
      then.goneAt = gone?.foundAt ?? null;
      if (kind === entryKinds.back) takeAll(gone?.fields ?? null);
      return;
    }
    case entryKinds.unlisted:
      then.state ??= before.wasGone() ? 'gone' : 'live';
      return;
    default:
  }

  function takeAll(text: string | null): void {
    then.isKnown = true;
    if (text === null) return;
    const row = rowIn(text);
    for (const name of before.recorded) decide(name, row[name]);
  }
}

/** Apply an entry of a time before the moment to a row of a stored state. To be called with the oldest entry first. */
export function applyEntry(then: RowThen, { kind, fields, foundAt }: StoredEntry): void {
  switch (kind) {
    case entryKinds.changed:
      for (const [name, [, value]] of Object.entries(changesIn(fields))) then.fields.set(name, value);
      return;
    case entryKinds.sent:
      for (const [name, value] of Object.entries(rowIn(fields))) then.fields.set(name, value);
      return;
    case entryKinds.unsent:
      for (const name of Object.keys(rowIn(fields))) then.fields.set(name, undefined);
      return;
    case entryKinds.came:
    case entryKinds.known:
    case entryKinds.back:
    case entryKinds.listed:
      then.state = 'live';
      if (fields !== null) then.fields = new Map(Object.entries(rowIn(fields)));
      return;
    case entryKinds.notReturned:
    case entryKinds.deleted:
    case entryKinds.unlisted:
      then.state = 'gone';
      then.goneAt = foundAt;
      return;
    default:
  }
}

/** The recorded values of a row of the base at the moment. */
export function rowThen(base: RecordedRow, { fields }: RowThen): RecordedRow {
  const row = { ...base };
  for (const [name, value] of fields) {
    if (value === undefined) delete row[name];
    else row[name] = value;
  }
  return row;
}

const changesIn = (fields: string | null): ChangedFields => JSON.parse(fields ?? '{}') as ChangedFields;
const rowIn = (fields: string | null): RecordedRow => JSON.parse(fields ?? '{}') as RecordedRow;
