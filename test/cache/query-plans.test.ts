import { expect, onTestFinished, test } from 'vitest';
import { listStatements, planList, readKeys, type KeyQuery } from '#main/cache/read/id-list.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { planSearch } from '#main/cache/read/search.ts';
import { writer } from '#main/cache/write/writer.ts';
import type { UserFilter } from '#shared/contract/users.ts';
import { buildIndexes, definitionFor, freshFile, openSpan, type UserQuery, usersPlace as place } from './rig.ts';
import { pageOf, user } from './rows.ts';

const users = definitionFor('users');
const longUsers = { ...users, hasLongTexts: true, leastIndexedBytes: 0 };

async function syncUsers(definition = users) {
  const db = openCache(await freshFile(), 'write');
  const write = writer(db, [definition], () => undefined);
  onTestFinished(() => write.close());
  write.beginSyncRun({ place, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now: 1 });
  const rows = Array.from({ length: 4_000 }, (_, at) =>
    user(at + 1, { state: at % 20 === 0 ? 'blocked' : 'active', last_activity_on: at % 3 === 0 ? '2026-01-01' : null }),
  );
  for (let from = 0; from < rows.length; from += 1_000) {
    const body = pageOf(rows.slice(from, from + 1_000));
    write.putPage({ place, windowKey: '/', body, cursor: null, isLast: from + 1_000 >= rows.length, now: 1 });
  }
  write.finishSyncRun({ place, now: 1 });
  buildIndexes(write);
  return db;
}

function keyQuery(filter: UserFilter, sort: KeyQuery['sort']): KeyQuery {
  return { scope: '', conditions: users.conditions(filter), sort, notReturned: 'hide', among: null };
}

const cases: [UserQuery['sort']['by'], UserFilter, string][] = [
  ['name', {}, 'users_by_name'],
  ['username', {}, 'users_by_username'],
  ['created_at', {}, 'users_by_created_at'],
  ['email', {}, 'users_by_email'],
  ['last_activity_on', {}, 'users_by_last_activity_on'],
  ['last_sign_in_at', {}, 'users_by_last_sign_in_at'],
  ['state', {}, 'users_by_state'],
  ['last_activity_on', { active: true }, 'users_by_state_last_activity_on'],
  ['name', { active: true }, 'users_by_state_name'],
  ['name', { blocked: true }, 'users_by_state_name'],
];

test('common pairs of sort and filter use an index in both directions and do not sort', async () => {
  const db = await syncUsers();
  for (const [by, filter, index] of cases) {
    for (const direction of ['asc', 'desc'] as const) {
      const sort = { column: by, direction };
      for (const { sql, values } of listStatements(users, keyQuery(filter, sort))) {
        const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
        const plan = steps.map(({ detail }) => detail).join('\n');
        expect(plan, sql).toMatch(new RegExp(`COVERING INDEX ${index} `));
        expect(plan, sql).not.toContain('TEMP B-TREE');
      }
    }
  }
});

test('a filter on a column that the index of the order lacks sorts the matching rows, in the same order', async () => {
  const db = await syncUsers();
  const filtered: UserFilter[] = [
    { blocked: true },
    { admins: true },
    { active: true, created_after: '2021-01-01T00:00:00Z' },
  ];
  for (const by of ['email', 'id', 'name', 'last_activity_on'] as const) {
    for (const filter of filtered) {
      for (const direction of ['asc', 'desc'] as const) {
        const sort = { column: by, direction };
        const query = keyQuery(filter, sort);
        const planned = planList(db, users, query);
        expect([...readKeys(db, planned)]).toEqual([...readKeys(db, listStatements(users, query))]);
        const [first] = planned;
        const steps = db
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${first?.sql}`)
          .all(...(first?.values ?? []));
        const plan = steps.map(({ detail }) => detail).join('\n');
        if (by === 'email') expect(plan, first?.sql).toContain('TEMP B-TREE FOR ORDER BY');
        if (by === 'name' && 'blocked' in filter) expect(plan).toContain('COVERING INDEX users_by_state_name ');
      }
    }
  }
});

test('a search of long texts looks up few hits; with many hits or short words it filters the sorted list', async () => {
  const db = await syncUsers(longUsers);
  expect(planSearch(db, longUsers, ['user-399'], true).kind).toBe('few');
  expect(planSearch(db, longUsers, ['user'], true).kind).toBe('many');
  expect(planSearch(db, longUsers, ['us'], true).kind).toBe('many');
  const narrow = planSearch(db, longUsers, ['user-399'], true);
  if (narrow.kind !== 'few') throw new Error('expected few hits');
  const sort = { column: 'name', direction: 'asc' } as const;
  const [first] = listStatements(users, { ...keyQuery({}, sort), among: narrow });
  const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${first?.sql}`).all(...narrow.values);
  const plan = steps.map(({ detail }) => detail).join('\n');
  expect(plan).toContain('SCAN fts VIRTUAL TABLE INDEX');
  expect(plan).toContain('SEARCH users USING INTEGER PRIMARY KEY');
});
