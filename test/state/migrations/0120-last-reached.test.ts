import { expect, test } from 'vitest';
import { migrations } from '#main/state/migrations/all.ts';
import { addProfile, databaseAt } from './database-at.ts';

test('0120 adds the time of the last reply to profiles, null for existing ones', () => {
  const db = databaseAt(110);
  addProfile(db, 'p1');
  db.exec(migrations.find(({ id }) => id === 120)?.sql ?? '');
  expect(db.prepare('SELECT id, last_reached_at FROM profiles').all()).toEqual([{ id: 'p1', last_reached_at: null }]);
});
