import type { Connection } from '../../open-cache.ts';
import { entryKinds } from '../history-types.ts';
import { allEntries } from '../read/all-entries.ts';
import { placesThen } from '../read/places-then.ts';

/**
 * Creates temporary tables that hide the tables about syncs in the cache. Returns a function that adds what they contained at
 * a moment for one list: `passes` (the last sync of each place), `refused_syncs` and `hidden_places`.
 */
export function placesAt(db: Connection, at: number): (list: string) => void {
  db.exec(`
    CREATE TEMP TABLE passes (
      collection, scope, started_at, is_first DEFAULT 0, resumed DEFAULT 0, estimated_rows, unreadable, finished_at);
    ${['crawls', 'filter_ids', 'first_syncs', 'documents', 'sync_points', 'seen', 'missing', 'refused_syncs']
      .map((name) => `CREATE TEMP TABLE ${name} AS SELECT * FROM main.${name} WHERE 0;`)
      .join('\n')}
    CREATE TEMP TABLE hidden_places (collection, scope, since);
    CREATE INDEX temp.past_passes ON passes (collection, scope);`);
  const places = placesThen(db);
  const addPass = db.prepare(
    'INSERT INTO temp.passes (collection, scope, started_at, unreadable, finished_at) VALUES (?, ?, ?, ?, ?)',
  );
  // With max(), SQLite takes the other columns from the row that has the maximum
  const addRefusals = db.prepare(
    `INSERT INTO temp.refused_syncs (collection, scope, at, status, reason, message)
     SELECT :list, scope, iif(until_at <= :at, until_at, from_at), why ->> '$.status', why ->> '$.reason', why ->> '$.message'
     FROM (SELECT p.scope, max(v.from_at) AS from_at, v.until_at, v.status, v.why
       FROM history.coverage v JOIN history.places p ON p.n = v.place
       WHERE v.collection = (SELECT n FROM history.names WHERE name = :list) AND v.from_at <= :at GROUP BY p.scope)
     WHERE status IN ('refused', 'hidden')`,
  );
  const addHidden = db.prepare(
    `INSERT INTO temp.hidden_places SELECT :list, scope, found_at
     FROM (SELECT scope, kind, found_at, max(n) FROM ${allEntries}
       WHERE collection = :list AND id IS NULL AND fields IS NULL
         AND kind IN (${entryKinds.hidden}, ${entryKinds.visible}) AND found_at <= :at GROUP BY scope)
     WHERE kind = ${entryKinds.hidden}`,
  );
  return (list) => {
    for (const { scope, startedAt, unreadable, endedAt } of places.lastSyncs(list, at))
      addPass.run(list, scope, startedAt, unreadable, endedAt);
    addRefusals.run({ list, at });
    addHidden.run({ list, at });
  };
}
