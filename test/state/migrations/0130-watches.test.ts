import { expect, test } from 'vitest';
import { databaseAt } from './database-at.ts';

test('0130 creates the tables of watches, one row per kind and place of a profile, and of their settings', () => {
  const db = databaseAt(130);
  const insert = db.prepare('INSERT INTO watches (profile_id, kind, place, next_at) VALUES (?, ?, ?, 1)');
  insert.run('p1', 'members', 'project:7');
  insert.run('p2', 'members', 'project:7');
  expect(() => insert.run('p1', 'members', 'project:7')).toThrow(/UNIQUE constraint/);
  expect(db.prepare('SELECT streak, last_at AS lastAt FROM watches').all()).toEqual([
    { streak: 0, lastAt: null },
    { streak: 0, lastAt: null },
  ]);
  const set = db.prepare('INSERT INTO watch_settings (profile_id, doc) VALUES (?, ?)');
  set.run('p1', '{}');
  expect(() => set.run('p1', '{}')).toThrow(/UNIQUE constraint/);
});
