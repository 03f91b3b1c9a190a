import type { Db } from './files/database.ts';
import { statements, upsertInto } from './files/statements.ts';

/** How far a list was searched for projects. `untilPage`: the last page that may be requested. */
export interface ListPosition {
  nextPage: number;
  untilPage: number;
  /** Consecutive pages without a new group or project. */
  stalePages: number;
  isOver: boolean;
  /** When this search of the list began. */
  at: number;
}

/** A request about one place: whether a path is a group, the allowlists of a project, the releases of a group. */
export type PlaceRequest = 'group' | 'allowlists' | 'releases';
/** `owner`: an endpoint for Owners answered. */
export type PlaceOutcome = 'ok' | 'owner' | 'refused';
export interface PlaceAnswer {
  outcome: PlaceOutcome;
  status: number | null;
  at: number;
}

/** What the search for groups and projects has requested so far. Places are paths, or ids as text. */
export function placeDiscovery(db: Db) {
  const sql = statements(db);
  const position = db.prepare<[string, string], Omit<ListPosition, 'isOver'> & { isOver: number }>(
    `SELECT next_page AS nextPage, until_page AS untilPage, stale_pages AS stalePages, is_over AS isOver, at
     FROM discovery_lists WHERE profile_id = ? AND list = ?`,
  );
  const putPosition = db.prepare(
    upsertInto('discovery_lists', 'profile_id, list', 'next_page, until_page, stale_pages, is_over, at'),
  );
  const putAnswer = db.prepare(upsertInto('discovery_requests', 'profile_id, request, place', 'outcome, status, at'));
  const putActivity = db.prepare(
    `INSERT INTO place_activity (profile_id, project, active_at) VALUES (?, ?, ?)
     ON CONFLICT (profile_id, project) DO UPDATE SET active_at = max(active_at, excluded.active_at)`,
  );
  return {
    position(profileId: string, list: string): ListPosition | null {
      const row = position.get(profileId, list);
      return row === undefined ? null : { ...row, isOver: row.isOver === 1 };
    },
    putPosition: (profileId: string, list: string, now: ListPosition): void =>
      void putPosition.run({ ...now, profileId, list, isOver: Number(now.isOver) }),
    /** All answers to a kind of request, by place in lower case. */
    answers(profileId: string, request: PlaceRequest): Map<string, PlaceAnswer> {
      const rows = sql.rows<PlaceAnswer & { place: string }>(
        'SELECT place, outcome, status, at FROM discovery_requests WHERE profile_id = ? AND request = ?',
        [profileId, request],
      );
      return new Map(rows.map(({ place, ...answer }) => [place.toLowerCase(), answer]));
    },
    putAnswer: (profileId: string, request: PlaceRequest, place: string, answer: PlaceAnswer): void =>
      void putAnswer.run({ ...answer, profileId, request, place }),
    /** Store the newest activity of projects. An older time does not replace a newer one. */
    putActivity(profileId: string, times: ReadonlyMap<string, number>): void {
      db.transaction(() => {
        for (const [project, at] of times) putActivity.run(profileId, project, at);
      })();
    },
    /** The newest known activity of each project, by path or id in lower case. */
    activity(profileId: string): Map<string, number> {
      const rows = db
        .prepare<[string], [string, number]>(
          'SELECT lower(project), active_at FROM place_activity WHERE profile_id = ?',
        )
        .raw()
        .all(profileId);
      return new Map(rows);
    },
    /** Forget which places were refused, for example because the profile has another token. */
    removeRefused: (profileId: string): void =>
      void sql.run(`DELETE FROM discovery_requests WHERE profile_id = ? AND outcome = 'refused'`, [profileId]),
  };
}
export type PlaceDiscoveryTable = ReturnType<typeof placeDiscovery>;
