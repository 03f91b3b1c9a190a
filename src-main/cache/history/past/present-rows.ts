import type { Key } from '#shared/contract/collection.ts';
import { keyColumn, type Definition, type Fields } from '../../derive.ts';
import { merged, reads, type Document } from '../../documents.ts';
import type { Connection } from '../../open-cache.ts';
import type { RecordedRow } from '../history-types.ts';
import { recordedRow } from '../recorded-fields.ts';

/** A row as it is cached now. `row`: its recorded values. `state` undefined: it is not cached. */
interface PresentRow {
  row: RecordedRow;
  record: Fields;
  state: Document | undefined;
}
export type RowNow = (key: number) => PresentRow;
export const notCached: PresentRow = { row: {}, record: {}, state: undefined };

/** Returns a function that reads a row as it is cached now. */
export function presentRows(db: Connection, definition: Definition, recorded: readonly string[]): RowNow {
  const { collection, list, detail, isScoped, isStoredOnce } = definition;
  const address = db.prepare<[number], { scope: string; id: Key }>(
    `SELECT ${isScoped && !isStoredOnce ? 'scope' : `''`} AS scope, id FROM main.${collection} WHERE ${keyColumn(definition)} = ?`,
  );
  const read = reads(db, 'main.documents');
  return (key) => {
    const found = address.get(key);
    if (found === undefined) return notCached;
    const [own, details] = [list, detail].map((name) => read({ collection: name, scope: found.scope }, found.id));
    const record = merged(own, details) ?? {};
    return { row: recordedRow(recorded, record), record, state: own ?? details };
  };
}
