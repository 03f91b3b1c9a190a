import type { Key } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import { storedScope, type Definition, type Fields } from '../../derive.ts';
import { merged, reads } from '../../documents.ts';
import type { Connection } from '../../open-cache.ts';
import type { ChangedFields, EntryKind, EntrySource, RecordedRow } from '../history-types.ts';
import { isSameValue, recordedFields, recordedRow } from '../recorded-fields.ts';
import type { NewEntry, Outbox } from './outbox.ts';
import type { NotedWrite, OwnWrites, RowAt } from './own-writes.ts';
import type { PlaceSyncs } from './place-syncs.ts';
import { isUnrecorded, type Run } from './runs.ts';
import { causeText, type OwnWrite, type UncertainWrite, type WrittenBy } from './written-by.ts';

/** A row before it is stored, merged from list and details. `record` is only needed if the row is returned. */
export interface Known {
  record: Fields | undefined;
  notReturnedSince: number | null;
  fetchedAt: number;
}
interface Saved {
  scope: string;
  id: Key;
  /** Undefined: the row was not known. */
  before: Known | undefined;
  after: Fields;
  now: number;
}
interface Absent {
  scope: string;
  id: Key;
  before: { record: Fields; fetchedAt: number };
  now: number;
  isDeleted: boolean;
}
interface Needs {
  entries: Outbox;
  own: OwnWrites;
  places: PlaceSyncs;
  /** The index by id exists. */
  isIndexed: () => boolean;
}

/**
 * Records what happens to the rows of a collection; null: its rows have no history. The source of a row is a sync
 * run or what else stored it. Rows that are the same in all scopes have one history, under the empty scope.
 */
export function rowRecorder(db: Connection, definition: Definition, { entries, own, places, isIndexed }: Needs) {
  const { collection, list, detail, isStoredOnce } = definition;
  const fields = recordedFields(collection);
  if (fields === null) return null;
  const { isSameInAllScopes } = collections[collection];
  const isShared = isSameInAllScopes || isStoredOnce;
  const read = reads(db);
  const others = isSameInAllScopes
    ? db.prepare<[object], { scope: string; isGone: number; fetchedAt: number }>(
        `SELECT row.scope, row.is_gone AS isGone, max(d.fetched_at) AS fetchedAt FROM ${collection} row
         JOIN documents d ON d.collection IN ('${list}', '${detail}') AND d.scope = row.scope AND d.id = row.id
         WHERE row.is_gone IN (0, 1) AND row.id = :id AND row.scope <> :scope GROUP BY row.scope ORDER BY 3 DESC`,
      )
    : undefined;

  /** The copies of the row in other scopes, the last stored first. Without the index, reading them would take too long. */
  const othersOf = (scope: string, id: Key) => (isIndexed() ? (others?.all({ scope, id }) ?? []) : []);
  const at = (scope: string, id: Key): RowAt => ({ collection: list, scope: isShared ? '' : scope, id });

  /** The start of the last sync that could have found the change, or the time when the row was read alone later. */
  function sinceOf(source: Run | WrittenBy, scope: string, fetchedAt: number | null, isAbsent = false): number | null {
    if (isOwn(source)) return null;
    const last = isRun(source) ? source.last : places.of({ collection: list, scope });
    const start = (isAbsent ? last?.fullStartedAt : last?.startedAt) ?? null;
    return fetchedAt !== null && (start === null || fetchedAt > (last?.endedAt ?? start)) ? fetchedAt : start;
  }

  function add(
    source: Run | WrittenBy,
    entry: Pick<NewEntry, 'scope' | 'id' | 'since' | 'fields'> & { now: number },
    kind: EntryKind,
    by: { source: EntrySource | null; cause: string | null } = { source: null, cause: null },
  ): void {
    const { now, ...row } = entry;
    const run = isRun(source) ? source.number : null;
    const cause = isOwn(source) ? causeText(source) : by.cause;
    const from = by.source ?? (isRun(source) ? 'sync' : isOwn(source) ? 'ours' : 'details');
    entries.add({ ...row, collection: list, run, foundAt: now, kind, source: from, cause });
  }

  return {
    isShared,
    /** A row was stored. */
    stored(source: Run | WrittenBy, saved: Saved): void {
      if (source === 'unrecorded' || (isRun(source) && isUnrecorded(source, isShared))) return;
      const { scope, id, before, now } = saved;
      const row = recordedRow(fields, saved.after);
      if (isRun(source)) for (const name of Object.keys(row)) source.fields.kept.add(name);
      if (isOwn(source)) noteOwn(source, at(scope, id), now);
      if (before === undefined || before.notReturnedSince !== null) return appeared(source, saved, row);
      const { record = {}, fetchedAt } = before;
      compared(source, saved, { own: recordedRow(fields, record), fetchedAt }, row);
    },
    /** A row is no longer returned, or deleted. */
    absent(source: Run | WrittenBy, { scope, id, before, now, isDeleted }: Absent): void {
      if (source === 'unrecorded') return;
      if (isOwn(source)) noteOwn(source, at(scope, id), now);
      if (isRun(source) && isUnrecorded(source, isShared)) return;
      const since = sinceOf(source, scope, before.fetchedAt, true);
      const isElsewhere = othersOf(scope, id).some(({ isGone }) => isGone === 0);
      const isHidden = isRun(source) && source.isOtherSight;
      if (isHidden) source.hidden += 1;
      // Reeve deletes all copies, one after the other
      if (isElsewhere && isOwn(source)) return;
      if (isElsewhere || isHidden)
        return add(source, { scope: listScope(source, scope), id, since, fields: null, now }, 'unlisted');
      const deletion = isOwn(source) ? null : own.deletion(at(scope, id), false, foundBy(source, now));
      if (deletion?.isKnown === true) return;
      const by = deletion === null ? undefined : { source: 'probably' as const, cause: deletion.cause };
      const entry = { ...at(scope, id), since, fields: recordedRow(fields, before.record), now };
      add(source, entry, isDeleted ? 'deleted' : 'notReturned', by);
    },
    /** A scope started or stopped returning a row that is stored once. */
    listing(run: Run, id: Key, now: number, kind: 'listed' | 'unlisted'): void {
      if (isUnrecorded(run, isShared) || run.isFirst) return;
      if (kind === 'unlisted' && run.isOtherSight) run.hidden += 1;
      const since = (kind === 'listed' ? run.last?.startedAt : run.last?.fullStartedAt) ?? null;
      add(run, { scope: run.place.scope, id, since, fields: null, now }, kind);
    },
    /** Note a write whose outcome is not known. */
    uncertain(scope: string, id: Key, { fields: sent, cause, now }: Omit<UncertainWrite, 'at'>): void {
      noteWrite(at(scope, id), { at: now, isCertain: 0, cause: causeText(cause), sent });
    },
  };

  function noteOwn(by: OwnWrite, row: RowAt, now: number): void {
    noteWrite(row, { at: now, isCertain: 1, cause: causeText(by), sent: by.sent });
  }

  function noteWrite(row: RowAt, { sent, ...write }: Omit<NotedWrite, 'fields'> & { sent: Fields | null }): void {
    own.note(row, { ...write, fields: sent && recordedRow(fields ?? [], sent) });
  }

  /** A row is returned that was unknown or not returned before. */
  function appeared(source: Run | WrittenBy, saved: Saved, row: RecordedRow): void {
    const { scope, id, before, now } = saved;
    const copies = othersOf(scope, id);
    const goneAt = before?.notReturnedSince ?? null;
    const run = isRun(source) ? source : null;
    const isHere = goneAt !== null || copies.length > 0;
    const wasHidden = goneAt !== null && (run?.last?.hidden.rows.includes(goneAt) ?? false);
    if (run !== null && wasHidden) run.hasReturned = true;
    const isElsewhere = copies.some(({ isGone }) => isGone === 0);
    if (isElsewhere) compared(source, saved, null, row);
    if (run?.isFirst === true) return;
    const since = sinceOf(source, scope, null);
    if (isElsewhere || (isHere && (wasHidden || run?.isOtherSight === true)))
      return add(source, { scope: listScope(source, scope), id, since, fields: null, now }, 'listed');
    if (!isOwn(source) && own.deletion(at(scope, id), true, foundBy(source, now)) !== null) return;
    const isNew = isOwn(source) ? source.isCreation : run?.isComplete === true;
    add(source, { ...at(scope, id), since, fields: row, now }, isHere ? 'back' : isNew ? 'came' : 'known');
  }

  /** Record the differences of a row. `before` null: the row was not known in this scope. */
  function compared(
    source: Run | WrittenBy,
    { scope, id, now }: Saved,
    before: { own: RecordedRow; fetchedAt: number } | null,
    row: RecordedRow,
  ): void {
    let found = differences(before?.own ?? {}, row);
    if (isEmpty(found.changed) && isEmpty(found.sent) && isEmpty(found.unsent)) {
      if (isOwn(source)) claim(source, at(scope, id), row, now);
      return;
    }
    const [latest] = othersOf(scope, id).filter(({ isGone }) => isGone === 0);
    let fetchedAt = before?.fetchedAt ?? 0;
    if (latest !== undefined) {
      const other = recordOf(latest.scope, id);
      const isNewer = before === null || latest.fetchedAt >= before.fetchedAt;
      const known = isNewer ? { ...before?.own, ...other } : { ...other, ...before.own };
      // What another scope returns is still sent
      found = differences(known, { ...known, ...row });
      if (isNewer) fetchedAt = latest.fetchedAt;
    }
    const { changed, sent, unsent } = found;
    const entry = { ...at(scope, id), since: sinceOf(source, scope, fetchedAt), now };
    if (isRun(source)) {
      for (const name of Object.keys(unsent)) source.fields.lost.add(name);
      for (const name of Object.keys(sent)) source.fields.sent.add(name);
    }
    if (!isEmpty(changed)) {
      if (isOwn(source)) add(source, { ...entry, fields: changed }, 'changed');
      else {
        for (const { changed: fields, ...by } of own.attributed(at(scope, id), changed, foundBy(source, now)))
          add(source, { ...entry, fields }, 'changed', by);
      }
    }
    if (!isEmpty(sent)) add(source, { ...entry, fields: sent }, 'sent');
    if (!isEmpty(unsent)) add(source, { ...entry, fields: unsent }, 'unsent');
  }

  /** The recorded fields of a stored row. */
  function recordOf(scope: string, id: Key): RecordedRow {
    const place = storedScope(definition, scope);
    const [row, more] = [list, detail].map((name) => read({ collection: name, scope: place }, id));
    return recordedRow(fields ?? [], merged(row, more) ?? {});
  }

  /** A sync stored the row between the write and its reply. */
  function claim(by: OwnWrite, row: RowAt, after: RecordedRow, now: number): void {
    const cause = { cause: causeText(by), now };
    const isSent = (changed: unknown): boolean =>
      Object.entries(changed as Record<string, [unknown, unknown]>).every(
        ([name, [, value]]) => by.sent !== null && name in by.sent && isSameValue(after[name], value),
      );
    const isClaimed = by.isCreation && entries.claim({ ...row, kind: 'came' }, cause, () => true);
    if (!isClaimed) entries.claim({ ...row, kind: 'changed' }, cause, isSent);
  }
}
export type RowRecorder = NonNullable<ReturnType<typeof rowRecorder>>;

function foundBy(source: Run | WrittenBy, now: number): { now: number; startedAt: number | null } {
  return { now, startedAt: isRun(source) ? source.startedAt : null };
}
/** The scope whose list has the row. */
const listScope = (source: Run | WrittenBy, scope: string): string => (isRun(source) ? source.place.scope : scope);

function isRun(source: Run | WrittenBy): source is Run {
  return typeof source === 'object' && 'number' in source;
}
function isOwn(source: Run | WrittenBy): source is OwnWrite {
  return typeof source === 'object' && !('number' in source);
}

interface Differences {
  changed: ChangedFields;
  /** Fields that only the later row has, with their values. */
  sent: RecordedRow;
  /** Fields that only the earlier row has, with their values. */
  unsent: RecordedRow;
}

function differences(before: RecordedRow, after: RecordedRow): Differences {
  const changed: Record<string, [unknown, unknown]> = {};
  const sent: Record<string, unknown> = {};
  const unsent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after)) {
    if (!(name in before)) sent[name] = value;
    else if (!isSameValue(before[name], value)) changed[name] = [before[name], value];
  }
  for (const [name, value] of Object.entries(before)) if (!(name in after)) unsent[name] = value;
  return { changed, sent, unsent };
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;
