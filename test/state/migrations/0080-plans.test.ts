import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0080 creates plans and their rows, with indexes for state and order', () => {
  const db = databaseAt(80);
  expect(planOf(db, `SELECT id FROM plans WHERE state IN ('done') ORDER BY created_at DESC, id LIMIT 50`)).toMatch(
    /USING INDEX plans_by_(state|creation)/,
  );
  expect(planOf(db, `DELETE FROM plans WHERE profile_id = 'p1'`)).toContain('plans_by_profile (profile_id=?)');
  const first = planOf(
    db,
    `SELECT doc FROM plan_rows INDEXED BY plan_rows_by_state WHERE plan_id = 'a' AND state = 'planned' ORDER BY position LIMIT 1`,
  );
  expect(first).toContain('plan_rows_by_state (plan_id=? AND state=?)');
  expect(first).not.toContain('TEMP B-TREE');
  db.exec(
    `INSERT INTO plans VALUES ('a', 'p1', 'draft', 1, '{}'); INSERT INTO plan_rows VALUES ('a', 0, 'planned', '{}')`,
  );
  db.exec(`DELETE FROM plans WHERE id = 'a'`);
  expect(db.prepare('SELECT count(*) FROM plan_rows').pluck().get()).toBe(0);
});
