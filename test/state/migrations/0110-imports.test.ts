import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0110 creates the table of imports, one row per project of a profile, with an index for running ones', () => {
  const db = databaseAt(110);
  const insert = db.prepare(
    `INSERT INTO imports (profile_id, project_id, watch, began_at, asked_at, told_at, doc)
     VALUES (?, ?, ?, 1, 1, 1, '{}')`,
  );
  insert.run('p1', 7, 'under-way');
  insert.run('p2', 7, 'needs-person');
  expect(() => insert.run('p1', 7, 'ended')).toThrow(/UNIQUE constraint/);
  expect(() => insert.run('p1', 8, 'paused')).toThrow(/CHECK constraint/);
  expect(planOf(db, `SELECT * FROM imports WHERE watch = 'under-way'`)).toContain('imports_by_watch');
});
