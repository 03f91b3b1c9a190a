import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  CatalogueProbe,
  type CatalogueEntry,
  CatalogueQuery,
  type catalogueSources,
} from '#shared/contract/catalogue.ts';
import { hours } from '#shared/time.ts';
import { closestFirst, conditionsOf, orderOf } from './catalogue-query.ts';
import type { Db } from './files/database.ts';
import { statements, upsertInto } from './files/statements.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

export type CatalogueSource = (typeof catalogueSources)[number];

/** A group or project with its ID, its path (case-insensitive), or both. */
export interface CatalogueRef {
  kind: 'group' | 'project';
  id: number | null;
  path: string | null;
  name: string | null;
}
/** A group or project whose ID and path are both known. */
export interface KnownId {
  kind: 'group' | 'project';
  id: number;
  path: string;
}
export interface NewEntry extends CatalogueRef {
  source: CatalogueSource;
  sourceDetail: string | null;
  isPinned: boolean;
}
export interface CatalogueRow extends NewEntry {
  key: number;
  firstSeenAt: number;
  seenAt: number;
  verifiedAt: number | null;
  verdict: CatalogueEntry['verdict'];
  removedAt: number | null;
}
/**
 * The result of adding an entry. `isChanged`: something besides the time when it was last seen has changed. `knownId`:
 * set if ID and path are both known. `mergedKey`: the key of another row that was merged into this one and deleted.
 */
export interface AddResult {
  key: number;
  outcome: 'added' | 'known';
  isChanged: boolean;
  knownId: KnownId | null;
  mergedKey: number | null;
}
type Stored = Omit<CatalogueRow, 'isPinned'> & { isPinned: number };

/** Sources with lower priority first. An entry keeps its source with the highest priority. */
const sourcePriority: readonly CatalogueSource[] = ['harvested', 'discovered', 'imported', 'pasted', 'pinned'];

/** Minimum time between two updates of `seen_at`, because replies name the same projects very often. */
const seenAtIntervalMs = hours(1);

const columns = `key, kind, platform_id AS id, path, name, source, source_detail AS sourceDetail, is_pinned AS isPinned,
  first_seen_at AS firstSeenAt, seen_at AS seenAt, verified_at AS verifiedAt, verdict, removed_at AS removedAt`;
const Probes = z.array(CatalogueProbe);

/**
 * The catalogue of every profile. `normal` normalizes text for the search. Times are epoch milliseconds. Lists have
 * pinned entries first.
 */
export function catalogue(db: Db, normal: (text: string) => string) {
  const sql = statements(db);
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

  const searchTextOf = ({ id, path, name }: CatalogueRef): string => normal(`${path ?? ''} ${name ?? ''} ${id ?? ''}`);

  /** Add or update an entry. If two rows turn out to be the same, they are merged into the older one. */
  function add(
    profileId: string,
    noted: NewEntry & Partial<Pick<CatalogueRow, 'firstSeenAt' | 'seenAt' | 'verifiedAt' | 'verdict'>>,
    now: number,
    { revives }: { revives: boolean },
  ): AddResult {
    const known = noted.id === null ? undefined : byId.get(profileId, noted.kind, noted.id);
    let pathed = noted.path === null ? undefined : byPath.get(profileId, noted.kind, noted.path);
    // The path belonged to another ID, so that group or project has moved
    if (pathed !== undefined && noted.id !== null && pathed.id !== null && pathed.id !== noted.id) {
      forgetPath.run(searchTextOf({ ...pathed, path: null }), pathed.key);
      pathed = undefined;
    }
    const fresh: CatalogueRow = {
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
      const { lastInsertRowid } = insert.run({ ...toStored(fresh), profileId, hay: searchTextOf(fresh) });
      return { ...resultOf(fresh), key: Number(lastInsertRowid), outcome: 'added', isChanged: true };
    }
    let merged = fromStored(first);
    if (second !== undefined) {
      drop.run(second.key);
      merged = { ...mergeRows(merged, fromStored(second)), removedAt: first.removedAt && second.removedAt };
    }
    const wasRemoved = merged.removedAt !== null;
    const next = { ...mergeRows(merged, fresh), removedAt: revives ? null : merged.removedAt };
    const isChanged = second !== undefined || !isSame(fromStored(first), next);
    if (isChanged || next.seenAt - first.seenAt > seenAtIntervalMs)
      update.run({ ...toStored(next), hay: searchTextOf(next) });
    const outcome = wasRemoved && revives ? 'added' : 'known';
    return { ...resultOf(next), outcome, isChanged, mergedKey: second?.key ?? null };
  }

  const prepareUpdate = (sql: string) =>
    db.prepare(`UPDATE catalogue SET ${sql} WHERE profile_id = :profileId AND key = :key`);
  const forEach = (keys: readonly number[], run: (key: number) => number): number =>
    db.transaction(() => keys.reduce((sum, key) => sum + run(key), 0))();

  function list(
    profileId: string,
    query: z.output<typeof CatalogueQuery>,
    { from, count }: { from: number; count: number },
  ) {
    const { where, values } = conditionsOf(query, normal);
    const rows = sql.rows<Stored>(
      `SELECT ${columns} FROM catalogue WHERE ${where} ORDER BY is_pinned DESC, ${orderOf(query.sort)} LIMIT ? OFFSET ?`,
      [profileId, ...values, count, from],
    );
    const total = sql.value<number>(`SELECT count(*) FROM catalogue WHERE ${where}`, [profileId, ...values]);
    return { total: total ?? 0, rows: rows.map(fromStored) };
  }

  return {
    add: (...given: Parameters<typeof add>) => db.transaction(() => add(...given))(),
    /** Add several entries in one transaction. Returns their results in the same order. */
    addAll: (
      profileId: string,
      all: readonly Parameters<typeof add>[1][],
      now: number,
      options: { revives: boolean },
    ): AddResult[] =>
      db.transaction(() => {
        const ends = all.map((noted) => add(profileId, noted, now, options));
        // A later entry may merge two earlier ones
        const joinedTo = new Map(ends.flatMap(({ mergedKey, key }) => (mergedKey === null ? [] : [[mergedKey, key]])));
        return ends.map((end) => ({ ...end, key: joinedTo.get(end.key) ?? end.key }));
      })(),
    list,
    /** All entries, in the order of a list. */
    all: (profileId: string, kind?: 'group' | 'project'): CatalogueRow[] =>
      list(profileId, CatalogueQuery.parse({ kind }), { from: 0, count: Number.MAX_SAFE_INTEGER }).rows,
    /** Entries that match all words of a text, the closest paths and names first, then in the order of a list. */
    closest(profileId: string, query: z.output<typeof CatalogueQuery>, count: number): CatalogueRow[] {
      const { where, values } = conditionsOf(query, normal);
      const { order, values: texts } = closestFirst(query.search);
      return sql
        .rows<Stored>(
          `SELECT ${columns} FROM catalogue WHERE ${where} ORDER BY ${order}, is_pinned DESC, ${orderOf(query.sort)} LIMIT ?`,
          [profileId, ...values, ...texts, count],
        )
        .map(fromStored);
    },
    get: (
      profileId: string,
      kind: CatalogueRef['kind'],
      ref: number | string,
      { isRemovedToo = false } = {},
    ): CatalogueRow | null => {
      const row = typeof ref === 'number' ? byId.get(profileId, kind, ref) : byPath.get(profileId, kind, ref);
      return row === undefined || (row.removedAt !== null && !isRemovedToo) ? null : fromStored(row);
    },
    /** The entries that exist and are not removed, in the order of the keys. */
    byKeys: (profileId: string, keys: readonly number[]): CatalogueRow[] => {
      const one = db.prepare<[string, number], Stored>(
        `SELECT ${columns} FROM catalogue WHERE profile_id = ? AND key = ? AND removed_at IS NULL`,
      );
      return keys.flatMap((key) => one.all(profileId, key).map(fromStored));
    },
    /** The paths of the groups that a person removed. */
    removedGroups: (profileId: string): string[] =>
      sql.values<string>(
        `SELECT path FROM catalogue
         WHERE profile_id = ? AND kind = 'group' AND path IS NOT NULL AND removed_at IS NOT NULL`,
        [profileId],
      ),
    pin: (profileId: string, keys: readonly number[], isPinned: boolean): number => {
      const set = prepareUpdate('is_pinned = :isPinned');
      return forEach(keys, (key) => set.run({ profileId, key, isPinned: Number(isPinned) }).changes);
    },
    remove: (profileId: string, keys: readonly number[], now: number): number => {
      const set = prepareUpdate('removed_at = coalesce(removed_at, :now)');
      return forEach(keys, (key) => set.run({ profileId, key, now }).changes);
    },
    restore: (profileId: string, keys: readonly number[]): number => {
      const set = prepareUpdate('removed_at = NULL');
      return forEach(keys, (key) => set.run({ profileId, key }).changes);
    },
    setVerdict: (profileId: string, key: number, verdict: NonNullable<CatalogueRow['verdict']>, now: number): void =>
      void prepareUpdate('verdict = :verdict, verified_at = :now').run({ profileId, key, verdict, now }),
    summary: (profileId: string) => {
      const row = sql.row<Record<'groups' | 'projects' | 'pinned' | 'unverified' | 'denied' | 'missing', number>>(
        `SELECT count(*) FILTER (WHERE kind = 'group') AS groups, count(*) FILTER (WHERE kind = 'project') AS projects,
           count(*) FILTER (WHERE is_pinned = 1) AS pinned, count(*) FILTER (WHERE verdict IS NULL) AS unverified,
           count(*) FILTER (WHERE verdict = 'denied') AS denied, count(*) FILTER (WHERE verdict = 'missing') AS missing
         FROM catalogue WHERE profile_id = ? AND removed_at IS NULL`,
        [profileId],
      );
      return row ?? { groups: 0, projects: 0, pinned: 0, unverified: 0, denied: 0, missing: 0 };
    },
    /**
     * Entries whose ID and path are both known, including removed ones, because rows may be cached under their path.
     */
    knownIds: (profileId: string): KnownId[] =>
      sql.rows<KnownId>(
        `SELECT kind, platform_id AS id, path FROM catalogue
         WHERE profile_id = ? AND platform_id IS NOT NULL AND path IS NOT NULL`,
        [profileId],
      ),
    /** Empty if never checked, or stored in an unknown format. */
    probes: (profileId: string): CatalogueProbe[] => {
      const doc = sql.value<string>('SELECT doc FROM catalogue_probes WHERE profile_id = ?', [profileId]);
      return doc === undefined ? [] : (Probes.safeParse(fromStoredJson(doc)).data ?? []);
    },
    putProbes: (profileId: string, probes: readonly CatalogueProbe[]): void =>
      void sql.run(upsertInto('catalogue_probes', 'profile_id', 'doc'), { profileId, doc: storedJson(probes) }),
  };
}

/** The older row with the newer values. The row stays pinned, and keeps the source with the higher priority. */
function mergeRows(older: CatalogueRow, newer: CatalogueRow): CatalogueRow {
  const takesSource = sourcePriority.indexOf(newer.source) > sourcePriority.indexOf(older.source);
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

function resultOf({ key, kind, id, path }: CatalogueRow): Pick<AddResult, 'key' | 'knownId' | 'mergedKey'> {
  return { key, knownId: id === null || path === null ? null : { kind, id, path }, mergedKey: null };
}

function isSame(before: CatalogueRow, after: CatalogueRow): boolean {
  return isDeepStrictEqual({ ...before, seenAt: 0 }, { ...after, seenAt: 0 });
}

const fromStored = ({ isPinned, ...row }: Stored): CatalogueRow => ({ ...row, isPinned: isPinned === 1 });
const toStored = (row: CatalogueRow) => ({ ...row, isPinned: Number(row.isPinned) });
