import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0040 creates jobs, with indexes for start time, state and profile', () => {
  const db = databaseAt(40);
  const list = planOf(db, 'SELECT doc FROM jobs ORDER BY started_at DESC, id LIMIT 200');
  expect(list).toContain('USING INDEX jobs_by_start');
  expect(list).not.toContain('TEMP B-TREE');
  expect(planOf(db, `SELECT doc FROM jobs WHERE state IN ('running', 'waiting')`)).toContain('jobs_by_state (state=?)');
  expect(planOf(db, `DELETE FROM jobs WHERE profile_id = 'p1'`)).toContain('jobs_by_profile (profile_id=?)');
});
