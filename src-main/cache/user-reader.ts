import type { Aged, Detail, Window } from '#shared/contract/kit.ts';
import {
  userFilterSides,
  type User,
  type UserFilter,
  type UserFilterName,
  type UserQuery,
  type UserSelection,
  type UserSummary,
} from '#shared/contract/users.ts';
import { indexedName } from './derived-tables.ts';
import { merged, reads, type Document } from './documents.ts';
import { filterIds } from './filter-ids.ts';
import { listStatements, readIds } from './id-list.ts';
import { idSet } from './id-set.ts';
import type { Connection } from './open-cache.ts';
import { meta, revisionName } from './schema.ts';
import { planSearch } from './search.ts';
import { userConditions, users, userSortColumns } from './users.ts';

const listPlace = { collection: users.list, scope: '' };
const detailPlace = { collection: users.detail, scope: '' };
/** Ordered lists kept for the next window of the same query; 800 KB each at 100,000 rows. */
const mostLists = 12;

type ServerFilter = { name: string; fetchedAt: number | null };
interface IdList {
  ids: Float64Array;
  serverFilters: ServerFilter[];
}

/** Answers about users, each from one consistent state of the file. */
export function userReader(db: Connection) {
  const facts = meta(db);
  const read = reads(db);
  const idsOf = filterIds(db, listPlace);
  const passEnd = db
    .prepare<[string], number | null>(`SELECT max(finished_at) FROM passes WHERE collection = ? AND scope = ''`)
    .pluck();
  const lists = new Map<string, IdList>();
  let summary: UserSummary | undefined;
  let seenRevision = -1;

  /** Run on one state of the file; whatever was kept of an older one is dropped first. */
  function snapshot<T>(work: (at: { revision: number; completedAt: number | null }) => T): T {
    return db.transaction(() => {
      const revision = Number(facts.get(revisionName(users.stem)) ?? 0);
      if (revision !== seenRevision) {
        lists.clear();
        summary = undefined;
        seenRevision = revision;
      }
      return work({ revision, completedAt: passEnd.get(users.list) ?? null });
    })();
  }

  function listOf(query: UserQuery): IdList {
    const key = JSON.stringify(query);
    const known = lists.get(key);
    const list = known ?? makeList(query);
    // The latest asked stands last, so that the one longest unasked goes first.
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
    return list;
  }

  function makeList(query: UserQuery): IdList {
    const asked = serverFilters(query.filter).map((only) => ({ name: Object.keys(only)[0] ?? '', found: idsOf(only) }));
    const ages = asked.map(({ name, found }) => ({ name, fetchedAt: found?.fetchedAt ?? null }));
    const sets = asked.flatMap(({ found }) => (found === undefined ? [] : [found.ids]));
    if (sets.length < asked.length) return { ids: new Float64Array(), serverFilters: ages };

    const isIndexed = facts.get(indexedName(users.stem)) !== undefined;
    const plan = planSearch(db, users, query.search, isIndexed);
    if (plan.kind === 'many') {
      const hits = idSet(readIds(db, [plan]));
      return { ids: listOf({ ...query, search: '' }).ids.filter((id) => hits.has(id)), serverFilters: ages };
    }
    const statements = listStatements(users, {
      gone: query.gone,
      conditions: userConditions(query.filter),
      sort: { column: userSortColumns[query.sort.by], direction: query.sort.direction },
      among: plan.kind === 'few' ? plan : null,
    });
    const ids = readIds(db, statements);
    const isInAll = (id: number): boolean => sets.every((set) => set.has(id));
    return { ids: sets.length === 0 ? ids : ids.filter(isInAll), serverFilters: ages };
  }

  function record(id: number, completedAt: number | null) {
    const list = read(listPlace, id);
    const detail = read(detailPlace, id);
    const row = merged(list, detail) as User | undefined;
    if (row === undefined) return undefined;
    const listFetchedAt = ageOf(list, completedAt);
    const detailFetchedAt = detail?.fetchedAt ?? null;
    return { row, listFetchedAt, detailFetchedAt, goneAt: list?.goneAt ?? detail?.goneAt ?? null };
  }

  function agedRows(ids: Float64Array | readonly number[], completedAt: number | null): Aged<User>[] {
    const rows: Aged<User>[] = [];
    for (const id of ids) {
      const found = record(id, completedAt);
      if (found === undefined) continue;
      const { row, listFetchedAt, detailFetchedAt, goneAt } = found;
      rows.push({ row, fetchedAt: Math.max(listFetchedAt ?? 0, detailFetchedAt ?? 0), goneAt });
    }
    return rows;
  }

  return {
    list(input: { query: UserQuery; slice: { from: number; count: number } }): Window<User> & IdsAges {
      const startedAt = performance.now();
      return snapshot(({ revision, completedAt }) => {
        const { ids, serverFilters: ages } = listOf(input.query);
        const { from, count } = input.slice;
        const rows = agedRows(ids.subarray(from, from + count), completedAt);
        const queryMs = performance.now() - startedAt;
        return { total: ids.length, isCapped: false, from, rows, revision, queryMs, serverFilters: ages };
      });
    },
    ids({ query, from, count }: { query: UserQuery; from: number; count: number }): number[] {
      return snapshot(() => [...listOf(query).ids.subarray(from, from + count)]);
    },
    /** Every id of a selection, in order; a copy, because its buffer is given away. */
    selected(selection: UserSelection): Float64Array {
      if (selection.kind === 'ids') return Float64Array.from(selection.ids);
      const except = new Set(selection.except);
      return snapshot(() => listOf(selection.query).ids.filter((id) => !except.has(id)));
    },
    /** Whole rows by id, in the order given; those that are not cached are left out. */
    rows(ids: Float64Array): { row: User; fetchedAt: number }[] {
      return snapshot(({ completedAt }) =>
        agedRows(ids, completedAt).map(({ row, fetchedAt }) => ({ row, fetchedAt })),
      );
    },
    detail(id: number): Detail<User> {
      return snapshot(({ completedAt }) => record(id, completedAt) ?? null);
    },
    summary(): UserSummary {
      return snapshot(({ completedAt }) => (summary ??= summarise(db, completedAt)));
    },
  };
}

type IdsAges = { serverFilters: ServerFilter[] };

/** The later of the last change and the end of the last pass; a row that is gone was not covered by it. */
function ageOf(list: Document | undefined, completedAt: number | null): number | null {
  if (list === undefined) return null;
  return list.goneAt === null ? Math.max(list.fetchedAt, completedAt ?? 0) : list.fetchedAt;
}

/** The filters that only the platform can evaluate, each alone as it is kept. False and empty ones are none. */
function serverFilters(filter: UserFilter): Record<string, unknown>[] {
  return (Object.keys(filter) as UserFilterName[])
    .filter((name) => userFilterSides[name] === 'server')
    .map((name) => ({ [name]: filter[name] }))
    .filter((only) => Object.values(only).every((value) => value === true || (isHash(value) && !isEmpty(value))));
}

function isHash(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function summarise(db: Connection, completedAt: number | null): UserSummary {
  const number = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const states = db
    .prepare<[], { state: string | null; rows: number }>(
      'SELECT state, count(*) AS rows FROM users WHERE is_gone = 0 GROUP BY state',
    )
    .all();
  const live = states.reduce((sum, { rows }) => sum + rows, 0);
  const isAdministrator =
    number('SELECT EXISTS (SELECT 1 FROM users WHERE is_gone = 0 AND is_admin IS NOT NULL)') === 1;
  const isUnderWay = number(`SELECT count(*) FROM crawls WHERE collection = 'users' AND scope = ''`) > 0;
  return {
    live,
    gone: number('SELECT count(*) FROM users WHERE is_gone = 1'),
    view: live === 0 ? 'unknown' : isAdministrator ? 'administrator' : 'public',
    completedAt,
    unreadable: isUnderWay
      ? number(`SELECT sum(unreadable) FROM crawls WHERE collection = 'users' AND scope = ''`)
      : number(`SELECT sum(unreadable) FROM passes WHERE collection = 'users' AND scope = ''`),
    byState: Object.fromEntries(states.map(({ state, rows }) => [state ?? '', rows])),
  };
}
