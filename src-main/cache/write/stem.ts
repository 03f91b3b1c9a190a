import type { Definition } from '../derive.ts';
import { derivedTables } from '../derived-tables.ts';
import { missing, type Absent } from './missing.ts';
import type { Connection } from '../open-cache.ts';
import { records } from './records.ts';
import { unseen } from './unseen.ts';

/** One stem with the hands that write it. */
export interface Stem {
  definition: Definition;
  derived: ReturnType<typeof derivedTables>;
  rows: ReturnType<typeof records>;
  absent: Absent;
  live(scope: string): number;
}
/** Read in windows that grow along the ids. */
export type WindowedStem = Stem & { absent: ReturnType<typeof missing> };
/** Read page by page in any order. */
export type ListStem = Stem & { absent: ReturnType<typeof unseen> };

export function stemOf(db: Connection, definition: Definition): Stem {
  const derived = derivedTables(db, definition);
  const { stem, isScoped } = definition;
  const among = isScoped ? ' AND scope = ?' : '';
  const live = db.prepare<string[], number>(`SELECT count(*) FROM ${stem} WHERE is_gone = 0${among}`).pluck();
  return {
    definition,
    derived,
    rows: records(db, definition, derived),
    absent: isScoped ? unseen(db, definition) : missing(db, stem, derived.isIndexed),
    live: (scope) => live.get(...(isScoped ? [scope] : [])) ?? 0,
  };
}
