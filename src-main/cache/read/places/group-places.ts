import { collections, type CollectionName } from '#shared/contract/collections.ts';
import { CoverageQuery } from '#shared/contract/coverage.ts';
import {
  homeLists,
  type GroupHome,
  type HomeProject,
  type PlaceActivity,
  type PlaceAlarm,
} from '#shared/contract/places.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import { isActiveOwner } from '../filters/account-facts.ts';
import { definitions } from '../../definitions.ts';
import type { Cell, Fields } from '../../derive.ts';
import type { Connection } from '../../open-cache.ts';
import type { coverageReader } from '../coverage.ts';
import type { CoverageRowsQuery } from '../coverage-rows.ts';

/** Rows of a list that need attention. */
export type AlarmQuery = Pick<PlaceAlarm, 'collection' | 'filter'>;
/** `places`: what is known below a group. */
export interface GroupPlacesQuery extends Omit<CoverageRowsQuery, 'query' | 'slice'> {
  alarms: readonly AlarmQuery[];
}
export type GroupPlaces = Omit<GroupHome, 'path'>;

interface Newest extends Pick<PlaceActivity, 'collection' | 'scope' | 'at'> {
  read: () => { id: PlaceActivity['id']; doc: string } | undefined;
}

const timeOf = {
  commits: 'committed_date',
  mergeRequests: 'updated_at',
  issues: 'updated_at',
  deployments: 'updated_at',
};
const isIn = 'is_gone = 0 AND scope IN (SELECT value FROM json_each(?))';

/** Reads the facts about everything that is known below a group in one transaction. */
export function groupPlaces(db: Connection, { coverageRows }: Pick<ReturnType<typeof coverageReader>, 'coverageRows'>) {
  return (query: GroupPlacesQuery): GroupPlaces => db.transaction(() => read(query))();

  function read({ alarms: asked, ...coverage }: GroupPlacesQuery): GroupPlaces {
    const scopes = JSON.stringify(coverage.places.map(({ scope }) => scope));
    const lists = (['project', 'group'] as const).flatMap((kind) =>
      homeLists[kind].map((collection) => {
        const query = CoverageQuery.parse({ collection, kind });
        const slice = { from: 0, count: coverage.places.length };
        return { collection, kind, ...coverageRows({ ...coverage, query, slice }) };
      }),
    );
    const listsOf = Map.groupBy(
      lists.flatMap(({ rows }) => rows),
      ({ scope }) => scope,
    );
    const alarms = Map.groupBy(
      asked.flatMap((alarm) => alarmsOf(alarm, scopes)),
      ({ scope }) => scope,
    );
    const newest = newestRows();
    const members = counted('members', isActiveOwner, scopes);
    const open = counted('jobTokenScope', 'inbound_enabled = 0', scopes);
    const places = coverage.places.map(({ kind, scope, label: path }) => {
      return { kind, scope, path, alarms: alarms.get(scope) ?? [] };
    });
    return {
      groups: places.filter(({ kind }) => kind === 'group'),
      projects: places
        .filter(({ kind }) => kind === 'project')
        .map(({ scope, path, alarms: own }): HomeProject => {
          const states = listsOf.get(scope) ?? [];
          const times = states.flatMap(({ completedAt }) => completedAt ?? []);
          const never = states.filter(({ completedAt }) => completedAt === null);
          const unsynced = Object.fromEntries(never.map(({ collection, state }) => [collection, state]));
          const row = newest.get(scope);
          const { count = 0, matching: owners = 0 } = members.get(scope) ?? {};
          const { matching: isOpen = null } = open.get(scope) ?? {};
          return {
            ...{ scope, path, alarms: own, unsynced },
            activity: row === undefined ? null : activityOf(row),
            members: 'members' in unsynced ? null : { count, owners: owners ?? 0 },
            isOpen: isOpen === null ? null : isOpen > 0,
            syncedAt: times.length === 0 ? null : Math.min(...times),
          };
        }),
      people: db
        .prepare<[string], GroupHome['people'][number]>(
          `SELECT level, count(*) AS count FROM
             (SELECT max(access_level) AS level FROM members WHERE ${isIn} AND access_level IS NOT NULL GROUP BY id)
           GROUP BY level ORDER BY level DESC`,
        )
        .all(scopes),
      lists: lists.map(({ collection, kind, counts, rows }) => ({
        ...{ collection, kind, counts },
        statuses: [...new Set(rows.flatMap(({ refusal }) => refusal?.status ?? []))],
      })),
    };
  }

  /** The number of rows of each scope, and of those that match a condition; null: none of them has a value. */
  function counted(collection: CollectionName, condition: string, scopes: string) {
    const rows = db
      .prepare<[string], { scope: Scope; count: number; matching: number | null }>(
        `SELECT scope, count(*) AS count, sum(${condition}) AS matching FROM ${collection} WHERE ${isIn} GROUP BY scope`,
      )
      .all(scopes);
    return new Map(rows.map((row) => [row.scope, row]));
  }

  function alarmsOf({ collection, filter }: AlarmQuery, scopes: string): PlaceAlarm[] {
    const conditions = definitions.find((one) => one.collection === collection)?.conditions(filter) ?? [];
    const where = [isIn, ...conditions.map(({ sql }) => `(${sql})`)].join(' AND ');
    return db
      .prepare<Cell[], Pick<PlaceAlarm, 'scope' | 'count'>>(
        `SELECT scope, count(*) AS count FROM ${collection} WHERE ${where} GROUP BY scope`,
      )
      .all(scopes, ...conditions.flatMap(({ values }) => values))
      .map((found) => ({ ...found, collection, filter }));
  }

  /** The newest row of each project. An index contains all columns that are read, so the query reads all projects. */
  function newestRows(): Map<Scope, Newest> {
    const newest = new Map<Scope, Newest>();
    for (const [collection, time] of Object.entries(timeOf) as [Newest['collection'], string][]) {
      const stored = collections[collection].isStoredOnce ? `''` : 'row.scope';
      const content = db.prepare<[number], { id: PlaceActivity['id']; doc: string }>(
        `SELECT row.id, doc FROM ${collection} row
         JOIN documents d ON d.collection = '${collection}' AND d.scope = ${stored} AND d.id = row.id WHERE row.key = ?`,
      );
      const rows = db.prepare<[], { scope: Scope; key: number; at: number }>(
        `SELECT scope, key, max(${time}) AS at FROM ${collection} WHERE is_gone = 0 AND ${time} IS NOT NULL GROUP BY scope`,
      );
      for (const { scope, key, at } of rows.all()) {
        // Commits are cached by branch
        const [project] = splitScope(scope);
        const read = () => content.get(key);
        if (at > (newest.get(project)?.at ?? 0)) newest.set(project, { collection, scope, at, read });
      }
    }
    return newest;
  }
}

function activityOf({ collection, scope, at, read }: Newest): PlaceActivity {
  const { id, doc } = read() ?? { id: '', doc: '{}' };
  const row = JSON.parse(doc) as Fields;
  const person = (row['author'] ?? row['user'] ?? { name: row['author_name'] }) as { id?: number; name?: string };
  const { name: environment } = (row['environment'] ?? {}) as { name?: string };
  const name = { commits: row['title'], deployments: environment, issues: row['iid'], mergeRequests: row['iid'] };
  return {
    ...{ collection, scope, id, at, name: (name[collection] ?? '') as PlaceActivity['name'] },
    author: typeof person.name === 'string' ? { id: person.id ?? null, name: person.name } : null,
  };
}
