import type { Definition } from '../derive.ts';
import { derivedTables } from '../derived-tables.ts';
import { absenceByRange, type AbsenceDetection } from './absence-by-range.ts';
import type { Connection } from '../open-cache.ts';
import { records } from './records.ts';
import type { ShownPlaces } from './shown-places.ts';
import { absenceByFullSync } from './absence-by-full-sync.ts';

/** The writers of one collection. */
export interface CollectionWriter {
  definition: Definition;
  derived: ReturnType<typeof derivedTables>;
  rows: ReturnType<typeof records>;
  absent: AbsenceDetection;
  /** How many rows a sync of the scope returned or should return. */
  live(scope: string): number;
}
/** Read in windows that grow along the ids. */
export type WindowWriter = CollectionWriter & { absent: ReturnType<typeof absenceByRange> };
/** Read page by page in any order. */
export type ListWriter = CollectionWriter & { absent: ReturnType<typeof absenceByFullSync> };

export function collectionWriter(db: Connection, definition: Definition, places: ShownPlaces): CollectionWriter {
  const derived = derivedTables(db, definition, places.of);
  const { stem, list, isScoped, isStoredOnce } = definition;
  const rows = `SELECT count(*) FROM ${stem} WHERE is_gone = 0${isScoped ? ' AND scope = ?' : ''}`;
  const listed = 'SELECT count(*) FROM listed_in WHERE collection = ? AND scope = ? AND not_returned_at IS NULL';
  const live = db.prepare<string[], number>(isStoredOnce ? listed : rows).pluck();
  return {
    definition,
    derived,
    rows: records(db, definition, derived),
    absent: isScoped ? absenceByFullSync(db, definition) : absenceByRange(db, stem, derived.isIndexed),
    live: (scope) => live.get(...(isStoredOnce ? [list, scope] : isScoped ? [scope] : [])) ?? 0,
  };
}
