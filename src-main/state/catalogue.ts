import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  CatalogueProbe,
  type CatalogueEntry,
  type CatalogueQuery,
  type catalogueSources,
} from '#shared/contract/catalogue.ts';
import { hours } from '#shared/time.ts';
import { conditionsOf, orderOf } from './catalogue-query.ts';
import type { Db } from './files/database.ts';

export type CatalogueSource = (typeof catalogueSources)[number];

/** A group or project as something names it: by id, by path (then in any case), or by both. */
export interface Named {
  kind: 'group' | 'project';
  id: number | null;
  path: string | null;
  name: string | null;
}
/** Where the id of a path is known. */
export interface KnownPlace {
  kind: 'group' | 'project';
  id: number;
  path: string;
}
export interface Noted extends Named {
  source: CatalogueSource;
  sourceDetail: string | null;
  isPinned: boolean;
}
export interface Row extends Noted {
  key: number;
  firstSeenAt: number;
  seenAt: number;
  verifiedAt: number | null;
  verdict: CatalogueEntry['verdict'];
  removedAt: number | null;
}
/**
 * How noting ended. `isNews`: something but the time it was last seen has changed. `place`: where the row now lies, when
 * both its id and its path are known. `joinedKey`: of the row that turned out to be this one, and is no more.
 */
export interface NotedRow {
  key: number;
  outcome: 'added' | 'known';
  isNews: boolean;
  place: KnownPlace | null;
  joinedKey: number | null;
}
type Stored = Omit<Row, 'isPinned'> & { isPinned: number; hay: string };

/** The more a person had to do with it, the further on. */
const weights: readonly CatalogueSource[] = ['harvested', 'discovered', 'imported', 'pasted', 'pinned'];

/** Being seen again is written at most so often: replies name the same things all day. */
const seenStepMs = hours(1);

const columns = `key, kind, platform_id AS id, path, name, source, source_detail AS sourceDetail, is_pinned AS isPinned,
  first_seen_at AS firstSeenAt, seen_at AS seenAt, verified_at AS verifiedAt, verdict, removed_at AS removedAt, hay`;
const Probes = z.array(CatalogueProbe);

/**
 * The catalogue of every profile. `normal` brings text to the form in which it is searched. Times are epoch
 * milliseconds. Rows of one list answer pinned ones first.
 */
export function catalogue(db: Db, normal: (text: string) => string) {
  const byId = db.prepare<[string, string, number], Stored>(
    `SELECT ${columns} FROM catalogue WHERE profile_id = ? AND kind = ? AND platform_id = ?`,
  );
  const byPath = db.prepare<[string, string, string], Stored>(
    `SELECT ${columns} FROM catalogue WHERE profile_id = ? AND kind = ? AND path = ?`,
  );
  const insert = db.prepare(
    `INSERT INTO catalogue (profile_id, kind, platform_id, path, name, source, source_detail, is_pinned, first_seen_at,
       seen_at, verified_at, verdict, removed_at, hay)
     VALUES (:profileId, :kind, :id, :path, :name, :source, :sourceDetail, :isPinned, :firstSeenAt, :seenAt,
       :verifiedAt, :verdict, NULL, :hay)`,
  );
  const update = db.prepare(
    `UPDATE catalogue SET platform_id = :id, path = :path, name = :name, source = :source,
       source_detail = :sourceDetail, is_pinned = :isPinned, first_seen_at = :firstSeenAt, seen_at = :seenAt,
       verified_at = :verifiedAt, verdict = :verdict, removed_at = :removedAt, hay = :hay WHERE key = :key`,
  );
  const drop = db.prepare('DELETE FROM catalogue WHERE key = ?');
  const forgetPath = db.prepare('UPDATE catalogue SET path = NULL, hay = ? WHERE key = ?');

  const hayOf = ({ id, path, name }: Named): string => normal(`${path ?? ''} ${name ?? ''} ${id ?? ''}`);

  /** Write one; two rows that turn out to be one become the older of them, with the pins and ages of both. */
  function note(
    profileId: string,
    noted: Noted & Partial<Pick<Row, 'firstSeenAt' | 'seenAt' | 'verifiedAt' | 'verdict'>>,
    now: number,
    { revives }: { revives: boolean },
  ): NotedRow {
    const known = noted.id === null ? undefined : byId.get(profileId, noted.kind, noted.id);
    let pathed = noted.path === null ? undefined : byPath.get(profileId, noted.kind, noted.path);
    // Another id had this path: what lay there has moved.
    if (pathed !== undefined && noted.id !== null && pathed.id !== null && pathed.id !== noted.id) {
      forgetPath.run(hayOf({ ...pathed, path: null }), pathed.key);
      pathed = undefined;
    }
    const fresh: Row = {
      firstSeenAt: now,
      seenAt: now,
      verifiedAt: null,
      verdict: null,
      ...noted,
      key: 0,
      removedAt: null,
    };
    const other = pathed?.key === known?.key ? undefined : pathed;
    const [first, second] = [known, other].filter((row) => row !== undefined).sort((a, b) => a.key - b.key);
    if (first === undefined) {
      const { lastInsertRowid } = insert.run({ ...toStored(fresh), profileId, hay: hayOf(fresh) });
      return { ...ended(fresh), key: Number(lastInsertRowid), outcome: 'added', isNews: true };
    }
    let merged = fromStored(first);
    if (second !== undefined) {
      drop.run(second.key);
      merged = { ...joined(merged, fromStored(second)), removedAt: first.removedAt && second.removedAt };
    }
    const wasRemoved = merged.removedAt !== null;
    const next = { ...joined(merged, fresh), removedAt: revives ? null : merged.removedAt };
    const isNews = second !== undefined || !isSame(fromStored(first), next);
    if (isNews || next.seenAt - first.seenAt > seenStepMs) update.run({ ...toStored(next), hay: hayOf(next) });
    const outcome = wasRemoved && revives ? 'added' : 'known';
    return { ...ended(next), outcome, isNews, joinedKey: second?.key ?? null };
  }

  const touch = (sql: string) => db.prepare(`UPDATE catalogue SET ${sql} WHERE profile_id = :profileId AND key = :key`);
  const forEach = (keys: readonly number[], run: (key: number) => number): number =>
    db.transaction(() => keys.reduce((sum, key) => sum + run(key), 0))();

  return {
    note: (...given: Parameters<typeof note>) => db.transaction(() => note(...given))(),
    /** Many at once; answers how each ended, in the same order. */
    noteAll: (
      profileId: string,
      all: readonly Parameters<typeof note>[1][],
      now: number,
      options: { revives: boolean },
    ): NotedRow[] =>
      db.transaction(() => {
        const ends = all.map((noted) => note(profileId, noted, now, options));
        // A later one may tell that two before it are the same
        const joinedTo = new Map(ends.flatMap(({ joinedKey, key }) => (joinedKey === null ? [] : [[joinedKey, key]])));
        return ends.map((end) => ({ ...end, key: joinedTo.get(end.key) ?? end.key }));
      })(),
    list(profileId: string, query: z.output<typeof CatalogueQuery>, { from, count }: { from: number; count: number }) {
      const { where, values } = conditionsOf(query, normal);
      const rows = db
        .prepare<unknown[], Stored>(
          `SELECT ${columns} FROM catalogue WHERE ${where} ORDER BY is_pinned DESC, ${orderOf(query.sort)} LIMIT ? OFFSET ?`,
        )
        .all(profileId, ...values, count, from);
      const total = db
        .prepare<unknown[], number>(`SELECT count(*) FROM catalogue WHERE ${where}`)
        .pluck()
        .get(profileId, ...values);
      return { total: total ?? 0, rows: rows.map(fromStored) };
    },
    get: (profileId: string, kind: Named['kind'], ref: number | string): Row | null => {
      const row = typeof ref === 'number' ? byId.get(profileId, kind, ref) : byPath.get(profileId, kind, ref);
      return row === undefined || row.removedAt !== null ? null : fromStored(row);
    },
    /** Those that are there and not removed, in the order of the keys. */
    byKeys: (profileId: string, keys: readonly number[]): Row[] => {
      const one = db.prepare<[string, number], Stored>(
        `SELECT ${columns} FROM catalogue WHERE profile_id = ? AND key = ? AND removed_at IS NULL`,
      );
      return keys.flatMap((key) => {
        const row = one.get(profileId, key);
        return row === undefined ? [] : [fromStored(row)];
      });
    },
    pin: (profileId: string, keys: readonly number[], isPinned: boolean): number => {
      const set = touch('is_pinned = :isPinned');
      return forEach(keys, (key) => set.run({ profileId, key, isPinned: Number(isPinned) }).changes);
    },
    remove: (profileId: string, keys: readonly number[], now: number): number => {
      const set = touch('removed_at = coalesce(removed_at, :now)');
      return forEach(keys, (key) => set.run({ profileId, key, now }).changes);
    },
    restore: (profileId: string, keys: readonly number[]): number => {
      const set = touch('removed_at = NULL');
      return forEach(keys, (key) => set.run({ profileId, key }).changes);
    },
    setVerdict: (profileId: string, key: number, verdict: NonNullable<Row['verdict']>, now: number): void => {
      touch('verdict = :verdict, verified_at = :now').run({ profileId, key, verdict, now });
    },
    summary: (profileId: string) => {
      const row = db
        .prepare<[string], Record<'groups' | 'projects' | 'pinned' | 'unverified' | 'denied' | 'missing', number>>(
          `SELECT count(*) FILTER (WHERE kind = 'group') AS groups, count(*) FILTER (WHERE kind = 'project') AS projects,
             count(*) FILTER (WHERE is_pinned = 1) AS pinned, count(*) FILTER (WHERE verdict IS NULL) AS unverified,
             count(*) FILTER (WHERE verdict = 'denied') AS denied, count(*) FILTER (WHERE verdict = 'missing') AS missing
           FROM catalogue WHERE profile_id = ? AND removed_at IS NULL`,
        )
        .get(profileId);
      return row ?? { groups: 0, projects: 0, pinned: 0, unverified: 0, denied: 0, missing: 0 };
    },
    /** What has both an id and a path, removed ones too: for a path that is cached the id holds all the same. */
    places: (profileId: string): KnownPlace[] =>
      db
        .prepare<[string], KnownPlace>(
          `SELECT kind, platform_id AS id, path FROM catalogue
           WHERE profile_id = ? AND platform_id IS NOT NULL AND path IS NOT NULL`,
        )
        .all(profileId),
    /** Empty when never asked, or written by a program of another shape. */
    probes: (profileId: string): CatalogueProbe[] => {
      const doc = db
        .prepare<[string], string>('SELECT doc FROM catalogue_probes WHERE profile_id = ?')
        .pluck()
        .get(profileId);
      return doc === undefined ? [] : (Probes.safeParse(JSON.parse(doc)).data ?? []);
    },
    putProbes: (profileId: string, probes: readonly CatalogueProbe[]): void => {
      db.prepare(
        `INSERT INTO catalogue_probes (profile_id, doc) VALUES (?, ?)
         ON CONFLICT (profile_id) DO UPDATE SET doc = excluded.doc`,
      ).run(profileId, JSON.stringify(probes));
    },
    removeOf: (profileId: string): void => {
      db.prepare('DELETE FROM catalogue WHERE profile_id = ?').run(profileId);
      db.prepare('DELETE FROM catalogue_probes WHERE profile_id = ?').run(profileId);
    },
  };
}

/** The older row with what the newer one knows better. A pin stays a pin, and the weightier source stays the source. */
function joined(older: Row, newer: Row): Row {
  const takesSource = weights.indexOf(newer.source) > weights.indexOf(older.source);
  const latest = (newer.verifiedAt ?? 0) >= (older.verifiedAt ?? 0) && newer.verifiedAt !== null ? newer : older;
  return {
    ...older,
    id: newer.id ?? older.id,
    path: newer.path ?? older.path,
    name: newer.name ?? older.name,
    source: takesSource ? newer.source : older.source,
    sourceDetail: takesSource ? newer.sourceDetail : older.sourceDetail,
    isPinned: older.isPinned || newer.isPinned,
    firstSeenAt: Math.min(older.firstSeenAt, newer.firstSeenAt),
    seenAt: Math.max(older.seenAt, newer.seenAt),
    verifiedAt: latest.verifiedAt,
    verdict: latest.verdict,
  };
}

function ended({ key, kind, id, path }: Row): Pick<NotedRow, 'key' | 'place' | 'joinedKey'> {
  return { key, place: id === null || path === null ? null : { kind, id, path }, joinedKey: null };
}

function isSame(before: Row, after: Row): boolean {
  return isDeepStrictEqual({ ...before, seenAt: 0 }, { ...after, seenAt: 0 });
}

const fromStored = ({ hay: _, isPinned, ...row }: Stored): Row => ({ ...row, isPinned: isPinned === 1 });
const toStored = (row: Row) => ({ ...row, isPinned: Number(row.isPinned) });
