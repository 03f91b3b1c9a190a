import { mergedFields } from '#shared/unexpected-values.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { Place } from './cache-types.ts';
import { stored } from './key.ts';
import type { Connection } from './open-cache.ts';

/** A stored record without its content. `hash`: of its JSON as the platform sent it, see `hashOfRow` and `textHash`. */
export interface Stamp {
  hash: string;
  fetchedAt: number;
  notReturnedSince: number | null;
}
/** A record to store. `json`: its text, or the bytes of its text. */
interface Json {
  id: Key;
  hash: string;
  json: string | Uint8Array;
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
    'INSERT INTO documents (collection, scope, id, hash, fetched_at, doc) VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT))',
  );
  const update = db.prepare(
    `UPDATE documents SET hash = ?, fetched_at = ?, doc = CAST(? AS TEXT), gone_at = NULL, deleted_at = NULL ${where}`,
  );
  const touch = db.prepare(`UPDATE documents SET hash = ?, fetched_at = ? ${where}`);
  const rehash = db.prepare(`UPDATE documents SET hash = ? ${where}`);
  const any = db
    .prepare<[string, string], number>('SELECT 1 FROM documents WHERE collection = ? AND scope = ? LIMIT 1')
    .pluck();
  const among = db.prepare<[string, string, string], Stamp & { id: Key }>(
    `SELECT id, hash, fetched_at AS fetchedAt, gone_at AS notReturnedSince FROM documents
     WHERE collection = ? AND scope = ? AND id IN (SELECT value FROM json_each(?))`,
  );
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
    stamp: stampAt,
    stampsOf,
    insert({ collection, scope }: Place, { id, hash, json }: Json, now: number): void {
      insert.run(collection, scope, stored(id), hash, now, json);
    },
    /** Replace the record, which then counts as returned again. */
    update({ collection, scope }: Place, { id, hash, json }: Json, now: number): void {
      update.run(hash, now, json, collection, scope, id);
    },
    /** The record was fetched again and has not changed. */
    touch({ collection, scope }: Place, { id, hash }: Pick<Json, 'id' | 'hash'>, now: number): void {
      touch.run(hash, now, collection, scope, id);
    },
    /** The platform sends an unchanged record in another form, for instance in another order of its fields. */
    rehash({ collection, scope }: Place, { id, hash }: Pick<Json, 'id' | 'hash'>): void {
      rehash.run(hash, collection, scope, id);
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

  function stampAt({ collection, scope }: Place, id: Key): Stamp | undefined {
    return stamp.get(collection, scope, id);
  }

  /** The stamps of the rows of a page, read with one statement. */
  function stampsOf({ collection, scope }: Place, ids: readonly Key[]) {
    const isRead = new Set(ids);
    const known = new Map<Key, Stamp>();
    const hasAny = any.get(collection, scope) !== undefined;
    for (const { id, ...own } of hasAny ? among.all(collection, scope, JSON.stringify(ids)) : []) known.set(id, own);
    return {
      get: (id: Key): Stamp | undefined =>
        known.get(id) ?? (isRead.has(id) ? undefined : stampAt({ collection, scope }, id)),
      set: (id: Key, own: Stamp): void => void known.set(id, own),
    };
  }
}

/** Reads one record; used by both workers. `table`: its name, with the schema if a temporary table hides it. */
export function reads(db: Connection, table = 'documents') {
  const read = db.prepare<[string, string, Key], Omit<Document, 'record'> & { doc: string }>(
    `SELECT doc, fetched_at AS fetchedAt, gone_at AS notReturnedSince, deleted_at AS deletedAt
     FROM ${table} WHERE collection = ? AND scope = ? AND id = ?`,
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
    ? mergedFields(detail.record, list.record)
    : mergedFields(list.record, detail.record);
}
