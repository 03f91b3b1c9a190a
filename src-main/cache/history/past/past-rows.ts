import type { Key } from '#shared/contract/collection.ts';
import { keyColumn, valueAt, type Definition, type Fields } from '../../derive.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import type { CachedRow, RowReader, StoredRecord } from '../../read/cached-row.ts';
import type { RecordedRow } from '../history-types.ts';
import { recordOfRow } from '../recorded-fields.ts';
import { rowThen } from '../read/row-at.ts';
import type { Overlay } from './overlay.ts';
import type { RowNow } from './present-rows.ts';

/** The names that the people inside a row have now, because only their ids are recorded. By path. */
function namesOf(row: RecordedRow, present: Fields): RecordedRow {
  const people = Object.entries(row).flatMap(([path, id]) => {
    const of = path.replace(/\.id$/, '');
    if (of === path || valueAt(present, path) !== id) return [];
    return ['name', 'username'].map((field) => [`${of}.${field}`, valueAt(present, `${of}.${field}`)]);
  });
  return Object.fromEntries(people.filter(([, value]) => value !== undefined)) as RecordedRow;
}

/** Reads the rows of a list as they were at a moment: the recorded fields and the key. */
export function pastRows(
  db: Connection,
  definition: Definition,
  { at, overlay, now }: { at: number; overlay: Overlay; now: RowNow },
): RowReader {
  const { collection, list, isScoped, isStoredOnce, key: keyField } = definition;
  const key = keyColumn(definition);
  const address = db.prepare<[number], { scope: string; id: Key; isGone: number }>(
    `SELECT ${isScoped ? 'scope' : `''`} AS scope, id, is_gone AS isGone FROM ${collection} WHERE ${key} = ?`,
  );
  const keyAt = firstColumn<number>(
    db,
    `SELECT ${key} FROM ${collection} WHERE id = ?${isScoped && !isStoredOnce ? ' AND scope = ?' : ''}`,
  );
  const syncedAt = firstColumn<number | null>(
    db,
    isStoredOnce
      ? `SELECT max(finished_at) FROM passes WHERE collection = '${list}' AND scope IN
           (SELECT scope FROM listed_in WHERE collection = '${list}' AND id = ? AND not_returned_at IS NULL)`
      : `SELECT max(finished_at) FROM passes WHERE collection = '${list}' AND scope = ?`,
  );

  function atKey(one: number): CachedRow | undefined {
    const found = address.get(one);
    if (found === undefined) return undefined;
    const { scope, id, isGone } = found;
    const then = overlay.at(one);
    const { row: present, record: named, state } = now(one);
    const row = then === undefined ? present : rowThen(present, then);
    const listFetchedAt = syncedAt.get(isStoredOnce ? id : scope) ?? 0;
    const goneAt = then?.goneAt ?? state?.notReturnedSince ?? null;
    const deletedAt = state?.deletedAt ?? null;
    const record: StoredRecord = {
      doc: JSON.stringify({ [keyField]: id, ...recordOfRow({ ...namesOf(row, named), ...row }) }),
      fetchedAt: listFetchedAt,
      // A row that is not returned at the moment has no later time
      notReturnedSince: isGone === 0 ? null : Math.min(goneAt ?? listFetchedAt, at),
      deletedAt: isGone !== 0 && deletedAt !== null && deletedAt <= at ? deletedAt : null,
    };
    return { scope, id, list: record, detail: undefined, listFetchedAt };
  }

  return {
    atKey,
    at(scope, id) {
      const one = keyAt.get(...(isScoped && !isStoredOnce ? [id, scope] : [id]));
      return one === undefined ? undefined : atKey(one);
    },
    forget: () => undefined,
  };
}
