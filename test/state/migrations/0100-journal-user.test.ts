import { expect, test } from 'vitest';
import { migrations } from '#main/state/migrations/all.ts';
import { databaseAt, planOf } from './database-at.ts';

test('0100 adds the user to the journal, null for existing entries', () => {
  const db = databaseAt(90);
  db.prepare(
    `INSERT INTO journal (plan_id, position, profile_id, op, state, intended_at, deadline_at, can_undo, hay, doc)
     VALUES ('a', 0, 'p1', 'runners.edit', 'applied', 1, 2, 1, '', '{}')`,
  ).run();
  db.exec(migrations.find(({ id }) => id === 100)?.sql ?? '');
  expect(db.prepare('SELECT op, user FROM journal').all()).toEqual([{ op: 'runners.edit', user: null }]);
  expect(planOf(db, `SELECT user FROM journal WHERE state = 'intended' ORDER BY id`)).toContain('journal_by_state');
});
