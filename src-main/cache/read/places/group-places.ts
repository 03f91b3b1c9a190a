import { collections, type CollectionName } from '#shared/contract/collections.ts';
import { CoverageQuery } from '#shared/contract/coverage.ts';
import {
  activityLists,
  type GroupHome,
  type HomeAlarm,
  type HomeProject,
  type PlaceActivity,
} from '#shared/contract/places.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import { isActiveOwner } from '../filters/account-facts.ts';
import { definitions } from '../../definitions.ts';
import type { Cell } from '../../derive.ts';
import type { Connection } from '../../open-cache.ts';
import type { coverageReader } from '../coverage.ts';
import type { CoverageRowsQuery } from '../coverage-rows.ts';

/** `places`: the group and what is known below it. `alarms`: the rows that need attention. */
export interface GroupPlacesQuery extends Omit<CoverageRowsQuery, 'query' | 'slice'> {
  alarms: readonly Pick<HomeAlarm, 'collection' | 'filter'>[];
}
type Newest = Pick<PlaceActivity, 'collection' | 'scope' | 'at'> & { key: number };

const isIn = 'is_gone = 0 AND scope IN (SELECT value FROM json_each(?))';

/** Reads the facts about a group and everything that is known below it in one transaction. */
export function groupPlaces(db: Connection, { coverageRows }: Pick<ReturnType<typeof coverageReader>, 'coverageRows'>) {
  return (query: GroupPlacesQuery): GroupHome => db.transaction(() => read(query))();

  function read({ alarms, ...coverage }: GroupPlacesQuery): GroupHome {
    const { places } = coverage;
    const scopes = JSON.stringify(places.map(({ scope }) => scope));
    /** The states of a list in the places in which it was never synced. */
    const unsynced = (collection: CollectionName) => {
      const slice = { from: 0, count: places.length };
      const { rows } = coverageRows({ ...coverage, slice, query: CoverageQuery.parse({ collection }) });
      return new Map(rows.flatMap(({ scope, completedAt, state }) => (completedAt === null ? [[scope, state]] : [])));
    };
    const [noMembers, noAllowlist] = [unsynced('members'), unsynced('jobTokenScope')];
    const newest = newestRows();
    const members = countIn('members', 'TRUE', scopes);
    const owners = countIn('members', isActiveOwner, scopes);
    const allowlists = new Map(
      db
        .prepare<[string], [Scope, 'off' | 'on' | 'unknown']>(
          `SELECT scope, CASE inbound_enabled WHEN 0 THEN 'off' WHEN 1 THEN 'on' ELSE 'unknown' END
           FROM jobTokenScope WHERE ${isIn}`,
        )
        .raw()
        .all(scopes),
    );
    const projectAt = (scope: Scope): HomeProject => {
      const row = newest.get(scope);
      const counted = { count: members[scope] ?? 0, owners: owners[scope] ?? 0 };
      return {
        activity: row === undefined ? null : activityOf(row),
        members: noMembers.get(scope) ?? counted,
        allowlist: noAllowlist.get(scope) ?? allowlists.get(scope) ?? 'unknown',
      };
    };
    return {
      places: places.map(({ kind, scope, label }) => {
        return { scope, path: label, project: kind === 'project' ? projectAt(scope) : null };
      }),
      alarms: alarms.map(({ collection, filter }) => {
        const conditions = definitions.find((one) => one.collection === collection)?.conditions(filter) ?? [];
        const condition = conditions.map(({ sql }) => `(${sql})`).join(' AND ');
        const values = conditions.flatMap((one) => one.values);
        return { collection, filter, counts: countIn(collection, condition, scopes, values) };
      }),
      people: db
        .prepare<[string], GroupHome['people'][number]>(
          `SELECT level, count(*) AS count FROM
             (SELECT max(access_level) AS level FROM members WHERE ${isIn} AND access_level IS NOT NULL GROUP BY id)
           GROUP BY level ORDER BY level DESC`,
        )
        .all(scopes),
    };
  }

  /** The number of rows that match a condition, by scope. A scope without such a row is left out. */
  function countIn(collection: CollectionName, condition: string, scopes: string, values: readonly Cell[] = []) {
    const rows = db
      .prepare<Cell[], [Scope, number]>(
        `SELECT scope, count(*) FROM ${collection} WHERE ${isIn} AND ${condition} GROUP BY scope`,
      )
      .raw()
      .all(scopes, ...values);
    return Object.fromEntries<number>(rows);
  }

  /** The newest row of each project. An index contains all columns that are read, so the query reads all projects. */
  function newestRows(): Map<Scope, Newest> {
    const lists = activityLists.map((collection) => {
      const time = collection === 'commits' ? 'committed_date' : 'updated_at';
      return `SELECT '${collection}' AS collection, scope, key, max(${time}) AS at FROM ${collection}
              WHERE is_gone = 0 AND ${time} IS NOT NULL GROUP BY scope`;
    });
    const rows = db.prepare<[], Newest>(`${lists.join(' UNION ALL ')} ORDER BY at`).all();
    // Commits are cached by branch. Of each project, the last row is kept
    return new Map(rows.map((row) => [splitScope(row.scope)[0], row]));
  }

  function activityOf({ key, collection, ...row }: Newest): PlaceActivity | null {
    const stored = collections[collection].isStoredOnce ? `''` : 'row.scope';
    const found = db
      .prepare<[number], Pick<PlaceActivity, 'id' | 'name' | 'author' | 'authorId'>>(
        `SELECT row.id, coalesce(doc ->> '$.environment.name', doc ->> '$.iid', doc ->> '$.title', '') AS name,
           coalesce(doc ->> '$.author.name', doc ->> '$.user.name', doc ->> '$.author_name') AS author,
           coalesce(doc ->> '$.author.id', doc ->> '$.user.id') AS authorId
         FROM ${collection} row
         JOIN documents d ON d.collection = '${collection}' AND d.scope = ${stored} AND d.id = row.id WHERE row.key = ?`,
      )
      .get(key);
    return found === undefined ? null : { ...row, ...found, collection };
  }
}
