import type { CollectionName } from '#shared/contract/collections.ts';
import { definitions } from '../../definitions.ts';
import { keyColumn, type Definition } from '../../derive.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import type { RowsOf } from '../../read/cached-row.ts';
import { recordedFields } from '../recorded-fields.ts';
import { baseOf } from './base-of-answer.ts';
import { absent, overlayOf, type Overlay } from './overlay.ts';
import { pastRows } from './past-rows.ts';
import { pastTexts } from './past-texts.ts';
import { placesAt } from './places-then.ts';
import { notCached, presentRows, type RowNow } from './present-rows.ts';
import { isRecordedColumn } from '../recorded-only.ts';

interface Prepared {
  overlay: Overlay;
  now: RowNow;
  showTexts: () => void;
  /** Some of the synced places had no sync at the moment. */
  hasNewPlaces: boolean;
}

/**
 * The state of the cache at a moment, for a connection that may create temporary tables: tables and views with the names
 * of those of the cache, which hide them. So the queries of the cache read the past without a change. All functions must
 * be called in `inOneState`.
 * Decision: build/decisions/0047-history-is-recorded-with-the-rows.md
 */
export function momentOf(db: Connection, at: number) {
  const prepared = new Map<CollectionName, Prepared | null>();
  const addPlaces = placesAt(db, at);
  db.exec(`
    CREATE TEMP TABLE past_unlisted (collection, scope, id, PRIMARY KEY (collection, scope, id)) WITHOUT ROWID;
    CREATE TEMP VIEW listed_in AS
      SELECT collection, scope, id, iif(not_returned_at > ${at}, NULL, not_returned_at) AS not_returned_at
      FROM main.listed_in l WHERE EXISTS (SELECT 1 FROM temp.passes p WHERE p.collection = l.collection AND p.scope = l.scope)
        AND NOT EXISTS (SELECT 1 FROM temp.past_unlisted p
          WHERE p.collection = l.collection AND p.scope = l.scope AND p.id = l.id)`);
  const newPlaces = firstColumn<number>(
    db,
    `SELECT EXISTS (SELECT 1 FROM main.passes WHERE collection = :list AND finished_at IS NOT NULL
       AND scope NOT IN (SELECT scope FROM temp.passes WHERE collection = :list))`,
  );

  return { prepare, rowsOf: ((_, definition) => rowsOf(definition)) as RowsOf };

  /**
   * Make the rows of these collections those of the moment. `searched`: the one whose texts are searched.
   * Fails: as `baseOf` does.
   */
  function prepare(names: readonly CollectionName[], searched?: CollectionName): void {
    for (const definition of definitions) {
      const { collection, list, isStoredOnce } = definition;
      if (!names.includes(collection)) continue;
      let own = prepared.get(collection);
      if (own === undefined) prepared.set(collection, (own = add(definition)));
      if (own === null) continue;
      own.overlay.refresh();
      if (isStoredOnce && !own.hasNewPlaces && newPlaces.get({ list }) === 1) {
        own.hasNewPlaces = true;
        showRows(definition, own);
      }
      if (collection === searched) own.showTexts();
    }
  }

  function add(definition: Definition): Prepared | null {
    const { collection, list } = definition;
    const recorded = recordedFields(collection);
    if (recorded === null) {
      // Its rows have no state of the past
      db.exec(`CREATE TEMP VIEW ${collection} AS SELECT * FROM main.${collection} WHERE 0`);
      return null;
    }
    const base = baseOf(db, collection, at);
    addPlaces(list);
    const cached = presentRows(db, definition, recorded);
    const overlay = overlayOf(db, { definition, recorded, at, base, now: cached });
    const now = overlay.isWhole ? () => notCached : cached;
    const own = { overlay, now, showTexts: pastTexts(db, definition, { overlay, now }), hasNewPlaces: false };
    showRows(definition, own);
    return own;
  }

  /** Create the view with the name of the narrow table. Columns whose field is not recorded are NULL. */
  function showRows(definition: Definition, { overlay, hasNewPlaces }: Prepared): void {
    const { collection, columns, isScoped } = definition;
    const key = keyColumn(definition);
    const names = Object.keys(columns).map((name) => (isRecordedColumn(definition, name) ? name : `NULL AS ${name}`));
    const all = [key, ...(isScoped ? ['scope', 'id'] : []), 'is_gone', ...names, 'unexpected'].join(', ');
    const isKnown = overlay.isWhole ? '1' : knownRows(definition, hasNewPlaces);
    db.exec(`
      DROP VIEW IF EXISTS temp.${collection};
      CREATE TEMP VIEW ${collection} AS
        SELECT ${all} FROM main.${collection} r
        WHERE ${overlay.isWhole ? '0' : isKnown} AND NOT EXISTS (SELECT 1 FROM temp.past_${collection} p WHERE p.${key} = r.${key})
        UNION ALL SELECT ${all} FROM temp.past_${collection} r WHERE is_gone <> ${absent} AND ${isKnown}`);
  }

  function rowsOf(definition: Definition) {
    const own = prepared.get(definition.collection);
    if (own) return pastRows(db, definition, { at, ...own });
    return { atKey: () => undefined, at: () => undefined, forget: () => undefined };
  }
}
/** Remove the temporary tables and views. */
export function endMoment(db: Connection): void {
  const made = db
    .prepare<[], { type: string; name: string }>(
      `SELECT type, name FROM temp.sqlite_schema WHERE type IN ('view', 'table') ORDER BY type DESC`,
    )
    .all();
  for (const { type, name } of made) db.exec(`DROP ${type} temp.${name}`);
}
export type Moment = ReturnType<typeof momentOf>;

/** The condition for the rows of places that had a sync at the moment. */
function knownRows({ collection, list, isScoped, isStoredOnce }: Definition, hasNewPlaces: boolean): string {
  const synced = `(SELECT scope FROM temp.passes WHERE collection = '${list}')`;
  if (!isScoped) return `'' IN ${synced}`;
  if (!isStoredOnce) return `r.scope IN ${synced}`;
  if (!hasNewPlaces) return '1';
  const listed = (table: string): string =>
    `EXISTS (SELECT 1 FROM ${table} l WHERE l.collection = '${collection}' AND l.id = r.id)`;
  return `(${listed('temp.listed_in')} OR NOT ${listed('main.listed_in')})`;
}
