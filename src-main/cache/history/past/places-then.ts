import type { Scope } from '#shared/contract/scope.ts';
import type { Connection } from '../../open-cache.ts';
import { entryKinds, noteKinds } from '../history-types.ts';
import { allEntries } from '../read/all-entries.ts';
import { readSyncs } from '../sync-times.ts';

interface Coverage {
  scope: Scope;
  from: number;
  until: number;
  unreadable: number;
  status: string;
  why: string | null;
  ends: Uint8Array;
}
interface Synced {
  scope: Scope;
  endedAt: number;
  startedAt: number;
  unreadable: number;
}

/**
 * Fills the temporary tables that hide those about syncs in the cache with what they contained at a moment: `passes`,
 * `refused_syncs` and `hidden_places`. `past_places` has the synced places of a list.
 */
export function placesAt(db: Connection, at: number): (collection: string) => void {
  db.exec(`
    CREATE TEMP TABLE past_places (collection, scope, PRIMARY KEY (collection, scope)) WITHOUT ROWID;
    CREATE TEMP TABLE passes (
      collection, scope, started_at, is_first DEFAULT 0, resumed DEFAULT 0, estimated_rows, unreadable, finished_at);
    ${['crawls', 'filter_ids', 'first_syncs', 'documents', 'sync_points', 'seen', 'missing']
      .map((name) => `CREATE TEMP TABLE ${name} AS SELECT * FROM main.${name} WHERE 0;`)
      .join('\n')}
    CREATE TEMP TABLE refused_syncs AS SELECT * FROM main.refused_syncs WHERE 0;
    CREATE TEMP TABLE hidden_places (collection, scope, since);
    CREATE INDEX temp.past_passes ON passes (collection, scope);`);
  const newest = (statuses: string) =>
    db.prepare<[string, number], Coverage>(
      // With max(), SQLite takes the other columns from the row that has the maximum
      `SELECT p.scope, max(v.from_at) AS "from", v.until_at AS until, v.unreadable, v.status, v.why, v.ends
       FROM history.coverage v JOIN history.places p ON p.n = v.place
       WHERE v.collection = (SELECT n FROM history.names WHERE name = ?) AND v.from_at <= ? AND v.status ${statuses}
       GROUP BY p.scope`,
    );
  const synced = newest(`IN ('complete', 'partial')`);
  const refused = newest('IS NOT NULL');
  // Notes that were not copied to `history.db` yet
  const waiting = db.prepare<[string, number], Synced>(
    `SELECT scope, fields ->> '$.endedAt' AS endedAt, fields ->> '$.startedAt' AS startedAt, fields ->> '$.unreadable' AS unreadable
     FROM main.history_outbox WHERE kind = ${noteKinds.synced} AND collection = ? AND fields ->> '$.endedAt' <= ? ORDER BY n`,
  );
  const hidden = db.prepare<[string, number], { scope: Scope; kind: number; since: number }>(
    `SELECT scope, kind, found_at AS since, max(n) FROM ${allEntries}
     WHERE collection = ? AND id IS NULL AND fields IS NULL AND kind IN (${entryKinds.hidden}, ${entryKinds.visible})
       AND found_at <= ? GROUP BY scope`,
  );
  const addPlace = db.prepare('INSERT INTO temp.past_places VALUES (?, ?)');
  const addPass = db.prepare(
    'INSERT INTO temp.passes (collection, scope, started_at, unreadable, finished_at) VALUES (?, ?, ?, ?, ?)',
  );
  const addRefusal = db.prepare(
    'INSERT INTO temp.refused_syncs (collection, scope, at, status, reason, message) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const addHidden = db.prepare('INSERT INTO temp.hidden_places VALUES (?, ?, ?)');

  return (collection) => {
    const ends = new Map<Scope, Synced>();
    for (const { scope, unreadable, ...row } of synced.all(collection, at))
      ends.set(scope, { scope, unreadable, ...lastSync(row, at) });
    for (const note of waiting.all(collection, at)) ends.set(note.scope, note);
    for (const { scope, startedAt, unreadable, endedAt } of ends.values()) {
      addPlace.run(collection, scope);
      addPass.run(collection, scope, startedAt, unreadable, endedAt);
    }
    for (const { scope, status, until, why, from } of refused.all(collection, at)) {
      if (status !== 'refused' && status !== 'hidden') continue;
      const refusal = JSON.parse(why ?? '{}') as { status?: number; reason?: string; message?: string };
      const last = until <= at ? until : from;
      addRefusal.run(collection, scope, last, refusal.status ?? null, refusal.reason ?? null, refusal.message ?? null);
    }
    for (const { scope, kind, since } of hidden.all(collection, at))
      if (kind === entryKinds.hidden) addHidden.run(collection, scope, since);
  };
}

/** The last sync of a row of the coverage that ended at the moment or before. */
function lastSync({ from, until, ends }: Pick<Coverage, 'from' | 'until' | 'ends'>, at: number) {
  const all = readSyncs(ends, from);
  const last = until <= at ? all.at(-1) : all.findLast(({ endedAt }) => endedAt <= at);
  // The bytes are exact to a second, and these times to a millisecond
  const endedAt = until <= at ? until : last === undefined || last === all[0] ? from : last.endedAt;
  return { endedAt, startedAt: Math.min(endedAt, last?.startedAt ?? endedAt) };
}
