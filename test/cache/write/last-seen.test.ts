import { expect, test } from 'vitest';
import { listStatements } from '#main/cache/read/id-list.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { writer } from '#main/cache/write/writer.ts';
import type { UserListFilter } from '#shared/contract/users.ts';
import { days, toIso } from '#shared/time.ts';
import {
  buildIndexes,
  runSync,
  definitionFor,
  freshFile,
  idsOf,
  openBoth,
  openSpan,
  type UserQuery,
  usersPlace as place,
} from '../rig.ts';
import { pageOf, publicUser, user } from '../rows.ts';

const users = definitionFor('users');

const daysAgo = (n: number): string => toIso(Date.now() - days(n));
const dayAgo = (n: number): string => daysAgo(n).slice(0, 10);

const seen = (id: number, activeDaysAgo: number | null, createdDaysAgo = 2_000) =>
  user(id, {
    created_at: daysAgo(createdDaysAgo),
    last_activity_on: activeDaysAgo === null ? null : dayAgo(activeDaysAgo),
    last_sign_in_at: activeDaysAgo === null ? null : daysAgo(activeDaysAgo),
  });
const people = [seen(1, 3), seen(2, 400), seen(3, null), seen(4, null, 20), seen(5, 364), seen(6, 366), publicUser(7)];

const asked: [UserListFilter, number[]][] = [
  [{ inactive_days: 365 }, [2, 3, 6]],
  [{ inactive_days: 1 }, [1, 2, 3, 4, 5, 6]],
  [{ active_days: 365 }, [1, 5]],
  [{ active_days: 380, inactive_days: 30 }, [5, 6]],
  [{ never_active: true }, [3, 4]],
  [{ no_sign_in_days: 365 }, [2, 3, 6]],
  [{ sign_in_days: 30 }, [1]],
  [{ never_signed_in: true }, [3, 4]],
];

test('users are filtered by last activity and last sign-in: before a time, since a time, and never', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [people] }]);
  for (const [filter, ids] of asked) expect(await idsOf(reader, { filter }), JSON.stringify(filter)).toEqual(ids);
});

test('sorted by last activity, users who were never active come before the others, and users without a known activity come last', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [people] }]);
  for (const by of ['last_activity_on', 'last_sign_in_at'] as const) {
    expect(await idsOf(reader, { sort: { by, direction: 'asc' } }), by).toEqual([3, 4, 2, 6, 5, 1, 7]);
    expect(await idsOf(reader, { sort: { by, direction: 'desc' } }), by).toEqual([1, 5, 6, 2, 4, 3, 7]);
  }
});

const walks: [UserQuery['sort']['by'], UserListFilter, string][] = [
  ['last_activity_on', { inactive_days: 365 }, 'users_by_last_activity_on '],
  ['last_activity_on', { active: true, inactive_days: 365 }, 'users_by_state_last_activity_on '],
  ['last_activity_on', { never_active: true }, 'users_by_last_activity_on '],
  ['last_sign_in_at', { active: true, no_sign_in_days: 365 }, 'users_by_state_last_sign_in_at '],
];

test('lists by last activity or sign-in use the order of an index and do not sort', async () => {
  const db = openCache(await freshFile(), 'write');
  const write = writer(db, [users], () => undefined);
  write.beginSyncRun({ place, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now: 1 });
  const many = Array.from({ length: 4_000 }, (_, at) => seen(at + 1, at % 50 === 0 ? null : at % 900));
  for (let from = 0; from < many.length; from += 1_000) {
    const body = pageOf(many.slice(from, from + 1_000));
    write.putPage({ place, windowKey: '/', body, cursor: null, isLast: from + 1_000 >= many.length, now: 1 });
  }
  write.finishSyncRun({ place, now: 1 });
  buildIndexes(write);
  for (const [column, filter, index] of walks) {
    const sort = { column, direction: 'asc' } as const;
    const conditions = users.conditions(filter);
    const [first] = listStatements(users, { scope: '', conditions, sort, notReturned: 'hide', among: null });
    const steps = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${first?.sql}`)
      .all(...(first?.values ?? []));
    const plan = steps.map(({ detail }) => detail).join('\n');
    expect(plan, first?.sql).toContain(index);
    expect(plan, first?.sql).not.toContain('TEMP B-TREE');
  }
  write.close();
});
