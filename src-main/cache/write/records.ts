import type { Key } from '#shared/contract/collection.ts';
import { canonicalJson, isSameRecord, textHash } from '../canonical.ts';
import { storedScope, type Definition } from '../derive.ts';
import type { derivedTables } from '../derived-tables.ts';
import { documents, merged, type Stamp } from '../documents.ts';
import type { Place } from '../cache-types.ts';
import type { Connection } from '../open-cache.ts';
import type { Row } from './page.ts';

/** Stores the records of one collection and updates the tables that are derived from them. */
export function records(db: Connection, definition: Definition, derived: ReturnType<typeof derivedTables>) {
  const kept = documents(db);
  const { list, detail, volatile } = definition;
  const storedPlace = ({ collection, scope }: Place): Place => ({ collection, scope: storedScope(definition, scope) });
  return {
    /** Store a row of the list. Returns its key; null: the row is unchanged. */
    putListed(listedAt: Place, sent: Row, now: number): number | null {
      const place = storedPlace(listedAt);
      const row = definition.expires ? asFirstSeen(place, sent) : sent;
      const stamp = kept.stamp(place, row.id);
      const hash = textHash(row.record, volatile);
      const isKept = isUnchanged(place, row, hash, stamp);
      if (isKept && stamp !== undefined && !isContradicted(place, row, stamp)) return null;
      store(place, row, hash, { stamp, isKept }, now);
      return derived.write(place.scope, row.id, withOther(place, row, now).record, false);
    },
    /**
     * Store a record that was fetched alone. Its age is updated even if it is unchanged, because no sync run covers it.
     */
    put(readAt: Place, row: Row, now: number): { changed: boolean; key: number } {
      const place = storedPlace(readAt);
      const stamp = kept.stamp(place, row.id);
      const hash = textHash(row.record, volatile);
      const isKept = isUnchanged(place, row, hash, stamp);
      const listed = kept.read({ ...place, collection: list }, row.id);
      const before = merged(listed, kept.read({ ...place, collection: detail }, row.id));
      store(place, row, hash, { stamp, isKept }, now);
      const { record, wasNotReturned } = withOther(place, row, now);
      const isSame = before !== undefined && isSameRecord(before, record, volatile);
      const known = isSame && !wasNotReturned && isKept ? derived.keyOf(place.scope, row.id) : undefined;
      return known === undefined
        ? { changed: true, key: derived.write(place.scope, row.id, record, false) }
        : { changed: false, key: known };
    },
    /** Returns the key of the row if its state changed. */
    markNotReturned(readAt: string, id: Key, now: number, { isDeleted = false } = {}): number | undefined {
      const scope = storedScope(definition, readAt);
      const set = isDeleted ? kept.setDeleted : kept.setNotReturned;
      const isNews = [list, detail].map((collection) => set({ collection, scope }, id, now));
      const key = derived.setNotReturned(scope, id, true);
      return isNews.includes(true) ? key : undefined;
    },
  };

  function asFirstSeen(place: Place, row: Row): Row {
    const { first_seen_at = row.record['first_seen_at'] } = kept.read(place, row.id)?.record ?? {};
    return { ...row, record: { ...row.record, first_seen_at } };
  }

  /** If the hashes differ, the records are compared field by field: the platform may send fields in another order. */
  function isUnchanged(place: Place, row: Row, hash: string, stamp: Stamp | undefined): boolean {
    if (stamp === undefined || stamp.notReturnedSince !== null) return false;
    if (stamp.hash === hash) return true;
    const before = kept.read(place, row.id)?.record;
    return before !== undefined && isSameRecord(before, row.record, volatile);
  }

  function store(
    place: Place,
    row: Row,
    hash: string,
    { stamp, isKept }: { stamp: Stamp | undefined; isKept: boolean },
    now: number,
  ): void {
    if (stamp === undefined) kept.insert(place, row.id, hash, row.record, now);
    else if (isKept) kept.touch(place, row.id, now);
    else kept.update(place, row.id, hash, row.record, now);
  }

  /** The list row merged with its details. Both then count as returned again. */
  function withOther(place: Place, row: Row, now: number) {
    const isList = place.collection === list;
    const otherPlace = { ...place, collection: isList ? detail : list };
    const other = kept.read(otherPlace, row.id);
    const wasNotReturned = other !== undefined && other.notReturnedSince !== null;
    if (wasNotReturned) kept.bringBack(otherPlace, row.id);
    const own = { record: row.record, fetchedAt: now, notReturnedSince: null, deletedAt: null };
    return { record: merged(isList ? own : other, isList ? other : own) ?? row.record, wasNotReturned };
  }

  /**
   * Whether details that were fetched later differ from this unchanged list row. The value then changed and changed
   * back, so the list row must be stored as the newer one.
   */
  function isContradicted({ scope }: Place, { id, record: row }: Row, { fetchedAt }: Stamp): boolean {
    const place = { collection: detail, scope };
    const stamp = kept.stamp(place, id);
    if (stamp === undefined || stamp.fetchedAt < fetchedAt) return false;
    const later = kept.read(place, id)?.record ?? {};
    const isOther = (name: string): boolean => canonicalJson(row[name]) !== canonicalJson(later[name]);
    return Object.keys(row).some((name) => name in later && !volatile.includes(name) && isOther(name));
  }
}
