import type { Key } from '#shared/contract/collection.ts';
import { canonicalJson, isSameRecord, textHash } from '../canonical.ts';
import { storedScope, type Definition } from '../derive.ts';
import type { derivedTables } from '../derived-tables.ts';
import { documents, merged, type Document, type Stamp } from '../documents.ts';
import type { Place } from '../cache-types.ts';
import type { RowRecorder } from '../history/record/row-recorder.ts';
import type { Run } from '../history/record/runs.ts';
import type { WrittenBy } from '../history/record/written-by.ts';
import type { Connection } from '../open-cache.ts';
import type { Row } from './page.ts';

/**
 * Stores the records of one collection, and updates the tables that are derived from them and their history. `history`
 * null: the rows have none.
 */
export function records(
  db: Connection,
  definition: Definition,
  derived: ReturnType<typeof derivedTables>,
  history: RowRecorder | null,
) {
  const kept = documents(db);
  const { list, detail, volatile } = definition;
  const storedPlace = ({ collection, scope }: Place): Place => ({ collection, scope: storedScope(definition, scope) });
  return {
    /**
     * Must be called for each page of a list. `ids`: those of its rows that are known; `put` accepts others too. `run`: the
     * sync run that returned it, if it is recorded.
     */
    page(listedAt: Place, ids: readonly Key[], run: Run | null) {
      const place = storedPlace(listedAt);
      const stamps = kept.stampsOf(place, ids);
      const details = kept.stampsOf({ ...place, collection: detail }, ids);
      /**
       * If the details were fetched after the list row, an unchanged row must be compared with them: a value may have
       * changed and changed back.
       */
      const hasLaterDetails = (id: Key, { fetchedAt }: Stamp): boolean => {
        const detailed = details.get(id);
        return detailed !== undefined && detailed.fetchedAt >= fetchedAt;
      };
      return {
        /** Whether the row is stored with this hash. `put` then does not have to be called for it. */
        isStored: (id: Key, hash: string): boolean => {
          const stamp = stamps.get(id);
          const isSame = stamp?.hash === hash && stamp.notReturnedSince === null && !hasLaterDetails(id, stamp);
          if (isSame && run !== null) run.hasUnseen = true;
          return isSame;
        },
        /** Whether the row is stored and counts as returned. */
        isLive: (id: Key): boolean => stamps.get(id)?.notReturnedSince === null,
        /** Store a row of the page. Returns its key; null: the row is unchanged. */
        put(sent: Row, now: number): number | null {
          const row = definition.expires ? asFirstSeen(place, sent) : sent;
          const stamp = stamps.get(row.id);
          const before = storedRecord(place, row, stamp);
          const isKept = before !== undefined && isSameRecord(before.record, row.record, volatile);
          const isSame = isKept && !(hasLaterDetails(row.id, before) && isContradicted(place, row));
          if (isSame) {
            if (before.hash !== row.hash) kept.rehash(place, row);
            if (run !== null) run.hasUnseen = true;
            return null;
          }
          store(place, row, { stamp, isKept }, now);
          stamps.set(row.id, { hash: row.hash, fetchedAt: now, notReturnedSince: null });
          const { record, other } =
            details.get(row.id) === undefined ? { record: row.record } : withOther(place, row, now);
          if (run !== null) {
            const own = before ?? (stamp && { ...stamp, record: undefined });
            history?.stored(run, { scope: place.scope, id: row.id, before: rowBefore(own, other), after: record, now });
          }
          return derived.write(place.scope, row.id, record, false);
        },
      };
    },
    /**
     * Store a record that was fetched alone. Its age is updated even if it is unchanged, because no sync run covers it.
     */
    put(readAt: Place, row: Row, now: number, by: WrittenBy): { changed: boolean; key: number } {
      const place = storedPlace(readAt);
      const stamp = kept.stamp(place, row.id);
      const listed = kept.read({ ...place, collection: list }, row.id);
      const detailed = kept.read({ ...place, collection: detail }, row.id);
      const before = merged(listed, detailed);
      const own = place.collection === list ? listed : detailed;
      const isKept = own?.notReturnedSince === null && isSameRecord(own.record, row.record, volatile);
      store(place, row, { stamp, isKept }, now);
      const { record, wasNotReturned } = withOther(place, row, now);
      const isSame = before !== undefined && isSameRecord(before, record, volatile);
      history?.stored(by, { scope: place.scope, id: row.id, before: rowBefore(listed, detailed), after: record, now });
      const known = isSame && !wasNotReturned && isKept ? derived.keyOf(place.scope, row.id) : undefined;
      return known === undefined
        ? { changed: true, key: derived.write(place.scope, row.id, record, false) }
        : { changed: false, key: known };
    },
    /** Returns the key of the row if its state changed. */
    markNotReturned(
      readAt: string,
      id: Key,
      now: number,
      { isDeleted = false, source }: { isDeleted?: boolean; source: Run | WrittenBy | null },
    ): number | undefined {
      const scope = storedScope(definition, readAt);
      const [listed, detailed] = source === null || history === null ? [] : bothOf(scope, id);
      const before = rowBefore(listed, detailed);
      const set = isDeleted ? kept.setDeleted : kept.setNotReturned;
      const changed = [list, detail].map((collection) => set({ collection, scope }, id, now));
      const key = derived.setNotReturned(scope, id, true);
      if (source !== null && before?.record !== undefined && before.notReturnedSince === null) {
        const { record, fetchedAt } = before;
        history?.absent(source, { scope, id, before: { record, fetchedAt }, now, isDeleted });
      }
      return changed.includes(true) ? key : undefined;
    },
  };

  function asFirstSeen(place: Place, row: Row): Row {
    const { first_seen_at = row.record['first_seen_at'] } = kept.read(place, row.id)?.record ?? {};
    const record = { ...row.record, first_seen_at };
    return { id: row.id, record, hash: textHash(record, volatile) };
  }

  function bothOf(scope: string, id: Key) {
    return [list, detail].map((collection) => kept.read({ collection, scope }, id));
  }

  /**
   * The stored row, if it counts as returned. With the same hash it is the same record, and is not read. Otherwise the
   * records must be compared field by field: the platform may send fields in another order.
   */
  function storedRecord(place: Place, row: Row, stamp: Stamp | undefined) {
    if (stamp === undefined || stamp.notReturnedSince !== null) return undefined;
    const record = stamp.hash === row.hash ? row.record : kept.read(place, row.id)?.record;
    return record && { ...stamp, record };
  }

  function store(
    place: Place,
    { id, hash, record, sent }: Row,
    { stamp, isKept }: { stamp: Stamp | undefined; isKept: boolean },
    now: number,
  ): void {
    if (isKept) kept.touch(place, { id, hash }, now);
    else
      kept[stamp === undefined ? 'insert' : 'update'](place, { id, hash, json: sent ?? JSON.stringify(record) }, now);
  }

  /** The list row merged with its details. Both then count as returned again. */
  function withOther(place: Place, row: Row, now: number) {
    const isList = place.collection === list;
    const otherPlace = { ...place, collection: isList ? detail : list };
    const other = kept.read(otherPlace, row.id);
    const wasNotReturned = other !== undefined && other.notReturnedSince !== null;
    if (wasNotReturned) kept.bringBack(otherPlace, row.id);
    const own = { record: row.record, fetchedAt: now, notReturnedSince: null, deletedAt: null };
    return { record: merged(isList ? own : other, isList ? other : own) ?? row.record, wasNotReturned, other };
  }

  /**
   * Whether details that were fetched later differ from this unchanged list row. The value then changed and changed
   * back, so the list row must be stored as the newer one.
   */
  function isContradicted({ scope }: Place, { id, record: row }: Row): boolean {
    const later = kept.read({ collection: detail, scope }, id)?.record ?? {};
    const isOther = (name: string): boolean => canonicalJson(row[name]) !== canonicalJson(later[name]);
    return Object.keys(row).some((name) => name in later && !volatile.includes(name) && isOther(name));
  }
}

type Part = Pick<Document, 'fetchedAt' | 'notReturnedSince'> & { record: Document['record'] | undefined };

/** A row before it is stored. Undefined: it was not known. */
function rowBefore(list: Part | undefined, detail: Part | undefined) {
  const first = list ?? detail;
  if (first === undefined) return undefined;
  const [row, more] = [list, detail].map((one) => {
    return one?.record === undefined ? undefined : { ...one, record: one.record, deletedAt: null };
  });
  const fetchedAt = Math.max(list?.fetchedAt ?? 0, detail?.fetchedAt ?? 0);
  return { record: merged(row, more), notReturnedSince: first.notReturnedSince, fetchedAt };
}
