import { expect, test } from 'vitest';
import { databaseAt } from './database-at.ts';

test('0060 creates capabilities, one row per profile', () => {
  const insert = databaseAt(60).prepare('INSERT INTO capabilities (profile_id, doc) VALUES (?, ?)');
  insert.run('p1', '[]');
  expect(() => insert.run('p1', '[]')).toThrow(/UNIQUE constraint/);
  expect(() => insert.run('p2', null)).toThrow(/NOT NULL constraint/);
});
