import { expect, test } from 'vitest';
import { databaseAt } from './database-at.ts';

test('0070 creates the catalogue, with unique IDs and paths per profile and kind, and keys that are never reused', () => {
  const db = databaseAt(70);
  const insert = db.prepare(
    `INSERT INTO catalogue (profile_id, kind, platform_id, path, source, first_seen_at, seen_at)
     VALUES (?, ?, ?, ?, 'pinned', 1, 1)`,
  );
  insert.run('p1', 'group', 42, 'corp');
  expect(() => insert.run('p1', 'group', 42, 'other')).toThrow(/UNIQUE constraint/);
  expect(() => insert.run('p1', 'group', 43, 'CORP')).toThrow(/UNIQUE constraint/);
  expect(() => insert.run('p1', 'group', null, null)).toThrow(/CHECK constraint/);
  expect(() => insert.run('p1', 'user', 1, null)).toThrow(/CHECK constraint/);
  insert.run('p1', 'project', 42, 'corp/app');
  const last = insert.run('p2', 'group', 42, 'corp').lastInsertRowid;
  db.prepare('DELETE FROM catalogue WHERE key = ?').run(last);
  expect(Number(insert.run('p2', 'group', 42, 'corp').lastInsertRowid)).toBe(Number(last) + 1);
});
