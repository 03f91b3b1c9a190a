import type { Key } from '#shared/contract/collection.ts';
import type { Place } from './cache-types.ts';
import { stored } from './key.ts';
import type { Connection } from './open-cache.ts';

/** A stored record without its content. */
export interface Stamp {
  hash: string;
  fetchedAt: number;
  notReturnedSince: number | null;
}
export interface Document {
  record: Readonly<Record<string, unknown>>;
  fetchedAt: number;
  notReturnedSince: number | null;
  deletedAt: number | null;
}

/** The table of records as the platform sent them. */
export function documents(db: Connection) {
  const where = 'WHERE collection = ? AND scope = ? AND id = ?';
  const stamp = db.prepare<[string, string, Key], Stamp>(
    `SELECT hash, fetched_at AS fetchedAt, gone_at AS notReturnedSince FROM documents ${where}`,
  );
  const insert = db.prepare(
    'INSERT INTO documents (collection, scope, id, hash, fetched_at, doc) VALUES (?,?,?,?,?,?)',
  );
  const update = db.prepare(
    `UPDATE documents SET hash = ?, fetched_at = ?, doc = ?, gone_at = NULL, deleted_at = NULL ${where}`,
  );
  const touch = db.prepare(`UPDATE documents SET fetched_at = ? ${where}`);
  const notReturned = db.prepare(
    `UPDATE documents SET gone_at = ? ${where} AND gone_at IS NOT ? AND deleted_at IS NULL`,
  );
  const deleted = db.prepare(
    `UPDATE documents SET gone_at = ifnull(gone_at, ?), deleted_at = ? ${where} AND deleted_at IS NULL`,
  );
  const back = db.prepare(`UPDATE documents SET gone_at = NULL, deleted_at = NULL ${where}`);
  const read = reads(db);
  return {
    read,
    stamp: ({ collection, scope }: Place, id: Key) => stamp.get(collection, scope, id),
    insert({ collection, scope }: Place, id: Key, hash: string, record: object, now: number): void {
      insert.run(collection, scope, stored(id), hash, now, JSON.stringify(record));
    },
    /** Replace the record, which then counts as returned again. */
    update({ collection, scope }: Place, id: Key, hash: string, record: object, now: number): void {
      update.run(hash, now, JSON.stringify(record), collection, scope, id);
    },
    /** The record was fetched again and has not changed. */
    touch({ collection, scope }: Place, id: Key, now: number): void {
      touch.run(now, collection, scope, id);
    },
    /** Returns whether the state of the record changed. */
    setNotReturned: ({ collection, scope }: Place, id: Key, notReturnedSince: number): boolean =>
      notReturned.run(notReturnedSince, collection, scope, id, notReturnedSince).changes > 0,
    setDeleted: ({ collection, scope }: Place, id: Key, deletedAt: number): boolean =>
      deleted.run(deletedAt, deletedAt, collection, scope, id).changes > 0,
    bringBack({ collection, scope }: Place, id: Key): void {
      back.run(collection, scope, id);
    },
  };
}

/** Reads one record; used by both workers. */
export function reads(db: Connection) {
  const read = db.prepare<[string, string, Key], Omit<Document, 'record'> & { doc: string }>(
    `SELECT doc, fetched_at AS fetchedAt, gone_at AS notReturnedSince, deleted_at AS deletedAt
     FROM documents WHERE collection = ? AND scope = ? AND id = ?`,
  );
  return ({ collection, scope }: Place, id: Key): Document | undefined => {
    const row = read.get(collection, scope, id);
    if (row === undefined) return undefined;
    const { doc, ...stamp } = row;
    return { record: JSON.parse(doc) as Record<string, unknown>, ...stamp };
  };
}

/**
 * Merge a list row with its details, field by field. The value that was fetched later is used; at equal times, the
 * value of the details.
 */
export function merged(
  list: Document | undefined,
  detail: Document | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (list === undefined || detail === undefined) return (list ?? detail)?.record;
  return list.fetchedAt > detail.fetchedAt
    ? { ...detail.record, ...list.record }
    : { ...list.record, ...detail.record };
}
