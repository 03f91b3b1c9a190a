import type { Key } from '#shared/contract/collection.ts';
import { keyColumn, valueAt, type Definition, type Fields } from '../../derive.ts';
import { merged, type Document } from '../../documents.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import type { CachedRow, RowReader, StoredRecord } from '../../read/cached-row.ts';
import type { RecordedRow } from '../history-types.ts';
import { recordedRow, recordOfRow } from '../recorded-fields.ts';
import type { Overlay } from './overlay.ts';
import { rowThen } from './row-then.ts';

type Stored = Omit<Document, 'record'> & { doc: string };

/** Reads the recorded values that a row has now, and since when it is not returned. */
export function presentRows(db: Connection, definition: Definition, recorded: readonly string[]) {
  const { collection, list, detail, isScoped, isStoredOnce } = definition;
  const scope = isScoped && !isStoredOnce ? 'r.scope' : `''`;
  const record = db.prepare<[string, number], Stored>(
    `SELECT d.doc, d.fetched_at AS fetchedAt, d.gone_at AS notReturnedSince, d.deleted_at AS deletedAt
     FROM main.${collection} r JOIN main.documents d ON d.collection = ? AND d.scope = ${scope} AND d.id = +r.id
     WHERE r.${keyColumn(definition)} = ?`,
  );
  const read = (name: string, key: number): Document | undefined => {
    const found = record.get(name, key);
    return found && { ...found, record: JSON.parse(found.doc) as Document['record'] };
  };
  return (key: number): { row: RecordedRow; state: Document | undefined; record: Fields } => {
    const [own, details] = [read(list, key), read(detail, key)];
    const present = merged(own, details) ?? {};
    return { row: recordedRow(recorded, present), state: own ?? details, record: present };
  };
}

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
  { at, overlay, now }: { at: number; overlay: Overlay; now: ReturnType<typeof presentRows> },
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
    const {
      row: present,
      state,
      record: named,
    } = overlay.isWhole ? { row: {}, state: undefined, record: {} } : now(one);
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
