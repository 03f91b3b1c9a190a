import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0010 creates profiles, with a primary key and strict types', () => {
  const db = databaseAt(10);
  const insert = db.prepare(
    `INSERT INTO profiles (id, name, colour, url, dialect, read_only, allow_plain_http, created_at)
     VALUES ('p1', 'a', 'iris', 'https://x', 'documented', ?, 0, 1)`,
  );
  expect(() => insert.run('yes')).toThrow(/cannot store TEXT value in INTEGER column/);
  expect(insert.run(1).changes).toBe(1);
  expect(() => insert.run(1)).toThrow(/UNIQUE constraint/);
  expect(planOf(db, `SELECT * FROM profiles WHERE id = 'p1'`)).toContain('sqlite_autoindex_profiles_1 (id=?)');
});
