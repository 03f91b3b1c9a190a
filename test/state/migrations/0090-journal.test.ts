import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0090 creates the journal, with indexes for the newest first, plan, state and operation', () => {
  const db = databaseAt(90);
  expect(planOf(db, 'SELECT * FROM journal ORDER BY id DESC LIMIT 200')).not.toContain('TEMP B-TREE');
  for (const [where, index] of [
    [`plan_id = 'a'`, 'journal_by_plan (plan_id=?)'],
    [`state = 'intended' ORDER BY id`, 'journal_by_state (state=?)'],
    [`op = 'runners.edit' ORDER BY id DESC`, 'journal_by_op (op=?)'],
    [`profile_id = 'p1' ORDER BY id DESC`, 'journal_by_profile (profile_id=?)'],
  ]) {
    const plan = planOf(db, `SELECT * FROM journal WHERE ${where}`);
    expect(plan).toContain(index);
    expect(plan).not.toContain('TEMP B-TREE');
  }
});
