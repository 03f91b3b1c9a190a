import { expect, test } from 'vitest';
import { databaseAt } from './database-at.ts';

test('0020 creates preferences, one row per name', () => {
  const db = databaseAt(20);
  const insert = db.prepare('INSERT INTO preferences (name, value) VALUES (?, ?)');
  insert.run('theme', '"dark"');
  expect(() => insert.run('theme', '"light"')).toThrow(/UNIQUE constraint/);
  expect(() => insert.run('density', null)).toThrow(/NOT NULL constraint/);
});
