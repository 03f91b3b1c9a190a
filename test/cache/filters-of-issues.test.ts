import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { issueConditions } from '#main/cache/collections/issues.ts';
import type { IssueListFilter } from '#shared/contract/issues.ts';
import { openBoth } from './rig.ts';
import { pageOf } from './rows.ts';

/** The due dates that match a filter on Tuesday, 24 November 2026. */
function due(word: NonNullable<IssueListFilter['due_date']>): (string | null)[] {
  const db = new Database(':memory:');
  db.exec(`CREATE TABLE issues (due_date TEXT);
    INSERT INTO issues VALUES (NULL), ('2026-11-09'), ('2026-11-10'), ('2026-11-22'), ('2026-11-23'), ('2026-11-24'),
      ('2026-11-25'), ('2026-11-29'), ('2026-11-30'), ('2026-12-01'), ('2026-12-31'), ('2027-01-01')`);
  const [condition] = issueConditions({ due_date: word }, new Date(2026, 10, 24, 23, 59));
  return db
    .prepare<unknown[], string | null>(`SELECT due_date FROM issues WHERE ${condition?.sql}`)
    .pluck()
    .all(...(condition?.values ?? []));
}

test('the words of the due date are compared with the day of this computer', () => {
  expect(due('0')).toEqual([null]);
  expect(due('any')).toHaveLength(11);
  expect(due('overdue')).toEqual(['2026-11-09', '2026-11-10', '2026-11-22', '2026-11-23']);
  expect(due('today')).toEqual(['2026-11-24']);
  expect(due('tomorrow')).toEqual(['2026-11-25']);
  expect(due('week')).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-29']);
  expect(due('month').at(0)).toBe('2026-11-09');
  expect(due('month').at(-1)).toBe('2026-11-30');
  const wide = due('next_month_and_previous_two_weeks');
  expect([wide.at(0), wide.at(-1)]).toEqual(['2026-11-10', '2026-12-31']);
});

/** Lists rows of two projects, and returns a function that queries one of them. */
async function cached(collection: 'issues' | 'mergeRequests', rows: object[]) {
  const { store, reader } = await openBoth();
  const place = { collection, scope: '' };
  await store.beginList({ place, estimatedRows: null, now: 1 });
  await store.putListPage({ place, rows: pageOf(rows), now: 1 });
  await store.finishSyncRun({ place, now: 1 });
  return async (scope: string, filter: Record<string, unknown>) => {
    const sort = { by: 'id', direction: 'asc' as const };
    const query = { scope, search: '', filter, sort, notReturned: 'hide' as const };
    const { rows: found, serverFilters } = await reader
      .lists(collection)
      .list({ query, slice: { from: 0, count: 200 } });
    return { ids: found.map(({ row }) => row.id), asked: serverFilters?.map(({ name }) => name) };
  };
}

test('the instance evaluates the words of a milestone that a row cannot answer', async () => {
  const row = (id: number, milestone: object | null) => ({
    ...{ id, iid: id, project_id: 7, title: `Issue ${id}`, state: 'opened', milestone },
  });
  const list = await cached('issues', [row(1, { id: 5, title: 'Autumn' }), row(2, null), row(3, { id: 6 })]);
  expect(await list('', { milestone_id: 5 })).toEqual({ ids: [1], asked: undefined });
  expect(await list('', { milestone_id: 'None' })).toEqual({ ids: [2], asked: undefined });
  expect(await list('', { not_milestone_id: 5 })).toEqual({ ids: [2, 3], asked: undefined });
  expect(await list('', { milestone_id: 'Upcoming' })).toEqual({ ids: [], asked: ['milestone_id'] });
  expect(await list('', { not_milestone_id: 'Started' })).toEqual({ ids: [], asked: ['not_milestone_id'] });
});

test('the instance evaluates filters by reviewer where a row of the scope lacks its reviewers', async () => {
  const row = (id: number, projectId: number, fields: object) => ({
    ...{ id, iid: id, project_id: projectId, title: `Request ${id}`, state: 'opened', ...fields },
  });
  const list = await cached('mergeRequests', [
    row(1, 7, {
      reviewers: [
        { id: 3, username: 'Mei' },
        { id: 30, username: 'mei2' },
      ],
    }),
    row(2, 7, { reviewers: [] }),
    row(3, 8, {}),
  ]);
  expect(await list('project:7', { reviewer_id: 3 })).toEqual({ ids: [1], asked: undefined });
  expect(await list('project:7', { not_reviewer_username: 'mei' })).toEqual({ ids: [2], asked: undefined });
  expect(await list('project:7', { reviewer_username: 'none' })).toEqual({ ids: [2], asked: undefined });
  expect(await list('project:8', { reviewer_id: 3 })).toEqual({ ids: [], asked: ['reviewer_id'] });
  expect(await list('', { not_reviewer_username: 'mei' })).toEqual({ ids: [], asked: ['not_reviewer_username'] });
});
