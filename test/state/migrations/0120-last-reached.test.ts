import { expect, test } from 'vitest';
import { migrations } from '#main/state/migrations/all.ts';
import { databaseAt } from './database-at.ts';

test('0120 adds the time of the last reply to profiles, null for existing ones', () => {
  const db = databaseAt(110);
  db.prepare(
    `INSERT INTO profiles (id, name, colour, url, dialect, read_only, allow_plain_http, created_at)
     VALUES ('p1', 'Work', 'iris', 'https://git.example', 'documented', 0, 0, 1)`,
  ).run();
  db.exec(migrations.find(({ id }) => id === 120)?.sql ?? '');
  expect(db.prepare('SELECT id, last_reached_at FROM profiles').all()).toEqual([{ id: 'p1', last_reached_at: null }]);
});
