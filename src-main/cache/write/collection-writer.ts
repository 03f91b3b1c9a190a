import type { Definition } from '../derive.ts';
import { derivedTables, prepareTables } from '../derived-tables.ts';
import { absenceByRange, type AbsenceDetection } from './absence-by-range.ts';
import type { Recorder } from '../history/record/recorder.ts';
import type { RowRecorder } from '../history/record/row-recorder.ts';
import type { Connection } from '../open-cache.ts';
import { records } from './records.ts';
import type { ShownPlaces } from './shown-places.ts';
import { absenceByFullSync } from './absence-by-full-sync.ts';

/** The writers of one collection. */
export interface CollectionWriter {
  definition: Definition;
  derived: ReturnType<typeof derivedTables>;
  rows: ReturnType<typeof records>;
  /** Null: its rows have no history. */
  history: RowRecorder | null;
  absent: AbsenceDetection;
  /** The number of rows that a full sync of the scope is expected to return. */
  live(scope: string): number;
}
/** For a collection that is synced in windows. */
export type WindowWriter = CollectionWriter & { absent: ReturnType<typeof absenceByRange> };
/** For a collection whose list may come in any order. */
export type ListWriter = CollectionWriter & { absent: ReturnType<typeof absenceByFullSync> };

/**
 * Prepares the tables of all collections. Each writer is created when it is first used, because most runs write to few
 * collections. `rebuilt`: the collections whose tables were rebuilt.
 */
export function collectionWriters(
  db: Connection,
  definitions: readonly Definition[],
  places: ShownPlaces,
  history: Recorder,
) {
  const rebuilt = prepareTables(db, definitions, places.of);
  const created = new Map<Definition, CollectionWriter>();
  return {
    rebuilt,
    created: () => created.values(),
    of: (definition: Definition): CollectionWriter => {
      const writer = created.get(definition) ?? collectionWriter(db, definition, places, history);
      created.set(definition, writer);
      return writer;
    },
  };
}

function collectionWriter(
  db: Connection,
  definition: Definition,
  places: ShownPlaces,
  history: Recorder,
): CollectionWriter {
  const derived = derivedTables(db, definition, places.of);
  const { collection, list, isScoped, isStoredOnce } = definition;
  const rows = `SELECT count(*) FROM ${collection} WHERE is_gone = 0${isScoped ? ' AND scope = ?' : ''}`;
  const listed = 'SELECT count(*) FROM listed_in WHERE collection = ? AND scope = ? AND not_returned_at IS NULL';
  const live = db.prepare<string[], number>(isStoredOnce ? listed : rows).pluck();
  const own = history.rowsOf(definition, derived.isIndexed);
  return {
    definition,
    derived,
    rows: records(db, definition, derived, own),
    history: own,
    absent: isScoped ? absenceByFullSync(db, definition) : absenceByRange(db, collection, derived.isIndexed),
    live: (scope) => live.get(...(isStoredOnce ? [list, scope] : isScoped ? [scope] : [])) ?? 0,
  };
}
