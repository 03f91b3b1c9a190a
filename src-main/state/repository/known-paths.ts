import type { PathSource } from '#shared/contract/repository-files.ts';
import type { Db } from '../files/database.ts';
import { statements, upsertInto } from '../files/statements.ts';

/** A known path. `sources`: in the order of discovery. Time in epoch milliseconds. */
export interface KnownPath {
  path: string;
  sources: PathSource[];
  firstSeenAt: number;
}

/** A source of a path. Time in epoch milliseconds. */
export interface KnownFrom {
  source: PathSource;
  firstSeenAt: number;
}

/** A project keeps at most this many paths; further ones are not added. */
export const mostPaths = 20_000;

/** The paths of repository files that Reeve knows, by project (`project:7`). Deleted with the profile. */
export function knownPaths(db: Db) {
  const sql = statements(db);
  const of = db.prepare<[string, string], KnownFrom & { path: string }>(
    `SELECT path, source, first_seen_at AS firstSeenAt FROM known_paths WHERE profile_id = ? AND scope = ?
     ORDER BY path, first_seen_at, source`,
  );
  const sourcesOf = db.prepare<[string, string, string], KnownFrom>(
    `SELECT source, first_seen_at AS firstSeenAt FROM known_paths WHERE profile_id = ? AND scope = ? AND path = ?
     ORDER BY first_seen_at, source`,
  );
  const count = sql.column<[string, string], number>(
    'SELECT count(DISTINCT path) FROM known_paths WHERE profile_id = ? AND scope = ?',
  );
  // The same conditions as `isSubmodulePath` and `isOnlyArtifact` in `path-sources.ts`
  const counts = db.prepare<[object], { scope: string; paths: number }>(
    `SELECT scope, count(*) AS paths FROM (
       SELECT scope, path, min(source = 'gitmodules') AS isSubmodule, min(source = 'job') AS isArtifact
       FROM known_paths WHERE profile_id = :profileId AND (:scope IS NULL OR scope = :scope) GROUP BY scope, path) known
     WHERE (isSubmodule = 0 OR path = '.gitmodules')
       AND (isArtifact = 0 OR EXISTS (SELECT 1 FROM file_states s WHERE s.profile_id = :profileId AND s.scope = known.scope
         AND s.path = known.path AND s.found = 1 AND s.blob_id IS NOT NULL))
     GROUP BY scope`,
  );
  const has = sql.column<[string, string, string], number>(
    'SELECT EXISTS (SELECT 1 FROM known_paths WHERE profile_id = ? AND scope = ? AND path = ?)',
  );
  const insert = db.prepare(
    'INSERT OR IGNORE INTO known_paths (profile_id, scope, path, source, first_seen_at) VALUES (?, ?, ?, ?, ?)',
  );
  const drop = db.prepare('DELETE FROM known_paths WHERE profile_id = ? AND scope = ? AND path = ? AND source = ?');
  const scanned = sql.column<[string, string, string], number>(
    'SELECT until FROM path_scans WHERE profile_id = ? AND scope = ? AND source = ?',
  );
  const setScanned = db.prepare(upsertInto('path_scans', 'profile_id, scope, source', 'until'));

  return {
    count: (profileId: string, scope: string): number => count.get(profileId, scope) ?? 0,
    /** Sorted by path. */
    of: (profileId: string, scope: string): KnownPath[] => {
      const known: KnownPath[] = [];
      for (const { path, source, firstSeenAt } of of.all(profileId, scope)) {
        const last = known.at(-1);
        if (last?.path === path) last.sources.push(source);
        else known.push({ path, sources: [source], firstSeenAt });
      }
      return known;
    },
    /** The sources of a path, in the order of discovery. Times in epoch milliseconds. */
    sourcesOf: (profileId: string, scope: string, path: string): KnownFrom[] => sourcesOf.all(profileId, scope, path),
    /** The number of paths that are files of the repository, by project. `scope`: only of this one; null: of all. */
    counts: (profileId: string, scope: string | null): { scope: string; paths: number }[] =>
      counts.all({ profileId, scope }),
    /** Add paths, as long as there are fewer than `mostPaths`. Returns how many sources of paths are new. */
    add: (profileId: string, scope: string, source: PathSource, paths: Iterable<string>, now: number): number =>
      sql.immediate(() => {
        let room = mostPaths - (count.get(profileId, scope) ?? 0);
        let added = 0;
        for (const path of paths) {
          const isKnown = has.get(profileId, scope, path) === 1;
          if (!isKnown && room <= 0) continue;
          if (!isKnown) room -= 1;
          added += insert.run(profileId, scope, path, source, now).changes;
        }
        return added;
      }),
    /** Remove a source of a path. */
    remove: (profileId: string, scope: string, source: PathSource, path: string): void =>
      void drop.run(profileId, scope, path, source),
    /** How far a source was read; null: never. */
    scannedUntil: (profileId: string, scope: string, source: PathSource): number | null =>
      scanned.get(profileId, scope, source) ?? null,
    setScannedUntil: (profileId: string, scope: string, source: PathSource, until: number): void =>
      void setScanned.run({ profileId, scope, source, until }),
    /** Move the paths of a project whose ID became known. */
    move: (profileId: string, from: string, to: string): void => {
      for (const name of ['known_paths', 'path_scans', 'file_states']) {
        sql.run(`UPDATE OR IGNORE ${name} SET scope = ? WHERE profile_id = ? AND scope = ?`, [to, profileId, from]);
        sql.run(`DELETE FROM ${name} WHERE profile_id = ? AND scope = ?`, [profileId, from]);
      }
    },
  };
}
