import type { Key } from '#shared/contract/collection.ts';
import { canonicalJson, isSameRecord, textHash } from '../canonical.ts';
import { storedScope, type Definition } from '../derive.ts';
import type { derivedTables } from '../derived-tables.ts';
import { documents, merged, type Stamp } from '../documents.ts';
import type { Place } from '../cache-types.ts';
import type { Connection } from '../open-cache.ts';
import type { Row } from './page.ts';

/** Stores records of one collection and keeps what is derived from them in step. */
export function records(db: Connection, definition: Definition, derived: ReturnType<typeof derivedTables>) {
  const kept = documents(db);
  const { list, detail, volatile } = definition;
  const storedPlace = ({ collection, scope }: Place): Place => ({ collection, scope: storedScope(definition, scope) });
  return {
    /** A row of the list. Answers its key when anything was written. */
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
    /** A record that was fetched alone. Its age is updated even if nothing changed, because no sync run covers it. */
    put(readAt: Place, row: Row, now: number): { changed: boolean; key: number } {
      const place = storedPlace(readAt);
      const stamp = kept.stamp(place, row.id);
      const hash = textHash(row.record, volatile);
      const isKept = isUnchanged(place, row, hash, stamp);
      const listed = kept.read({ ...place, collection: list }, row.id);
      const before = merged(listed, kept.read({ ...place, collection: detail }, row.id));
      store(place, row, hash, { stamp, isKept }, now);
      const { record, wasGone } = withOther(place, row, now);
      const isSame = before !== undefined && isSameRecord(before, record, volatile);
      const known = isSame && !wasGone && isKept ? derived.keyOf(place.scope, row.id) : undefined;
      return known === undefined
        ? { changed: true, key: derived.write(place.scope, row.id, record, false) }
        : { changed: false, key: known };
    },
    /** Answers the key of the row when that was news. */
    markGone(readAt: string, id: Key, now: number, { isDeleted = false } = {}): number | undefined {
      const scope = storedScope(definition, readAt);
      const set = isDeleted ? kept.setDeleted : kept.setGone;
      const isNews = [list, detail].map((collection) => set({ collection, scope }, id, now));
      const key = derived.setGone(scope, id, true);
      return isNews.includes(true) ? key : undefined;
    },
  };

  function asFirstSeen(place: Place, row: Row): Row {
    const { first_seen_at = row.record['first_seen_at'] } = kept.read(place, row.id)?.record ?? {};
    return { ...row, record: { ...row.record, first_seen_at } };
  }

  /** Only a row whose text is another is compared field by field, for a platform may write its fields in another order. */
  function isUnchanged(place: Place, row: Row, hash: string, stamp: Stamp | undefined): boolean {
    if (stamp === undefined || stamp.goneAt !== null) return false;
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

  /** The stored row merged with its record in the other collection, which counts as returned again. */
  function withOther(place: Place, row: Row, now: number) {
    const isList = place.collection === list;
    const otherPlace = { ...place, collection: isList ? detail : list };
    const other = kept.read(otherPlace, row.id);
    const wasGone = other !== undefined && other.goneAt !== null;
    if (wasGone) kept.bringBack(otherPlace, row.id);
    const own = { record: row.record, fetchedAt: now, goneAt: null, deletedAt: null };
    return { record: merged(isList ? own : other, isList ? other : own) ?? row.record, wasGone };
  }

  /**
   * Whether a later detail differs from this unchanged list row, which then is newer:
   * what changed and changed back would otherwise stay as the detail saw it.
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
