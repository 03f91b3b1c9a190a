import type { Place, ScopeMove } from '../../cache-types.ts';
import type { Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';

/**
 * What the token could see before. `fields`: fields of all rows. `rows`: when rows were marked because another token or
 * dialect no longer returned them. `isPart`: such rows are still hidden.
 */
export interface HiddenParts {
  fields: string[];
  rows: number[];
  isPart: boolean;
}

/**
 * The last finished syncs of a place. `fullStartedAt`: the start of the last full one. `isRecorded`: false if they ended
 * before the history began.
 */
export interface LastSyncs {
  startedAt: number;
  endedAt: number;
  fullStartedAt: number | null;
  sight: number;
  hidden: HiddenParts;
  isRecorded: boolean;
}

type Stored = Omit<LastSyncs, 'hidden' | 'isRecorded'> & { hidden: string | null };

const sightName = 'history:sight';
const sightOfName = 'history:sight-of';

/** Begin another sight if this token and dialect are not those of the last opening. `seenBy`: a hash of both. */
export function keepSight(db: Connection, seenBy: string): void {
  const facts = meta(db);
  const before = facts.get(sightOfName);
  if (before === seenBy) return;
  db.transaction(() => {
    facts.set(sightOfName, seenBy);
    if (before !== undefined) facts.set(sightName, String(Number(facts.get(sightName) ?? 0) + 1));
  })();
}

/** The table `history_places`. */
export function placeSyncs(db: Connection) {
  const at = 'WHERE collection = ? AND scope = ?';
  const facts = meta(db);
  const recorded = db.prepare<[string, string], Omit<Stored, 'endedAt'>>(
    `SELECT started_at AS startedAt, full_started_at AS fullStartedAt, sight, hidden FROM history_places ${at}`,
  );
  // The start of the last full sync before the history began is not stored; its end is
  const finished = db.prepare<[string, string], Pick<Stored, 'startedAt' | 'endedAt' | 'fullStartedAt'>>(
    `SELECT started_at AS startedAt, finished_at AS endedAt, min(started_at, ifnull((SELECT full_at FROM sync_points s
       WHERE s.collection = p.collection AND s.scope = p.scope), started_at)) AS fullStartedAt
     FROM passes p ${at} AND finished_at IS NOT NULL`,
  );
  const put = db.prepare('INSERT OR REPLACE INTO history_places VALUES (?, ?, ?, ?, ?, ?)');
  // Of two places that become one, the one whose rows are kept: that with the newer sync
  const dropOlder = db.prepare(`
    DELETE FROM history_places AS own WHERE scope IN (:from, :to) AND EXISTS (SELECT 1 FROM history_places o
      WHERE o.collection = own.collection AND o.scope IN (:from, :to) AND o.scope <> own.scope
      AND (o.started_at, o.scope = :to) > (own.started_at, own.scope = :to))`);
  const move = ['history_outbox', 'history_places', 'own_writes'].map((table) =>
    db.prepare(`UPDATE OR IGNORE ${table} SET scope = :to WHERE scope = :from`),
  );
  return {
    sight: (): number => Number(facts.get(sightName) ?? 0),
    /** Undefined: the place was never synced. */
    of({ collection, scope }: Place): LastSyncs | undefined {
      const pass = finished.get(collection, scope);
      const own = recorded.get(collection, scope);
      const last = own ?? (pass && { ...pass, sight: 0, hidden: null });
      if (last === undefined) return undefined;
      const hidden: HiddenParts =
        last.hidden === null ? { fields: [], rows: [], isPart: false } : (JSON.parse(last.hidden) as HiddenParts);
      return { ...last, endedAt: pass?.endedAt ?? last.startedAt, hidden, isRecorded: own !== undefined };
    },
    put(
      { collection, scope }: Place,
      { startedAt, fullStartedAt, sight, hidden }: Omit<LastSyncs, 'endedAt' | 'isRecorded'>,
    ) {
      const isAnyHidden = hidden.isPart || hidden.fields.length + hidden.rows.length > 0;
      put.run(collection, scope, startedAt, fullStartedAt, sight, isAnyHidden ? JSON.stringify(hidden) : null);
    },
    move({ from, to }: ScopeMove): void {
      dropOlder.run({ from, to });
      for (const one of move) one.run({ from, to });
    },
  };
}
export type PlaceSyncs = ReturnType<typeof placeSyncs>;
