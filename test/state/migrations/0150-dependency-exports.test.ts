import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0150 creates dependency exports: one for each ID of a profile, found by state', () => {
  const db = databaseAt(150);
  const insert = db.prepare(
    `INSERT INTO dependency_exports (journal_id, profile_id, kind, ref, label, export_type, export_id, state,
       requested_at, wait_ms) VALUES (?, ?, 'project', ?, 'acme/shop', 'csv', ?, ?, 1, 0)`,
  );
  insert.run(1, 'p1', 7n, 41, 'generating');
  insert.run(2, 'p2', 'acme/shop', 41, 'generating');
  insert.run(3, 'p1', 7n, null, 'unknown');
  insert.run(4, 'p1', 7n, null, 'unknown');
  expect(() => insert.run(5, 'p1', 7n, 41, 'generating')).toThrow(/UNIQUE constraint/);
  expect(() => insert.run(5, 'p1', 7n, 42, 'lost')).toThrow(/CHECK constraint/);
  expect(db.prepare('SELECT typeof(ref) FROM dependency_exports ORDER BY journal_id LIMIT 2').pluck().all()).toEqual([
    'integer',
    'text',
  ]);
  const watched = `SELECT export_id FROM dependency_exports WHERE state IN ('generating', 'ready') AND profile_id = 'p1'`;
  expect(planOf(db, watched)).toContain('dependency_exports_by_state');
});
