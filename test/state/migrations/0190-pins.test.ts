import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0190 creates pins, one for each target of a profile, whose items are deleted with them', () => {
  const db = databaseAt(190);
  const add = db.prepare(`INSERT INTO pins (profile_id, target, created_at, doc) VALUES (?, 'project:7', 1, '{}')`);
  const { lastInsertRowid: id } = add.run('p1');
  add.run('p2');
  expect(() => add.run('p1')).toThrow(/UNIQUE constraint/);
  const item = db.prepare(
    `INSERT INTO pin_items (pin_id, source, key, depth, state, bytes, at, doc) VALUES (?, 'files', 'a', ?, ?, 1, 1, '{}')`,
  );
  expect(() => item.run(id, 'deep', 'stored')).toThrow(/CHECK constraint/);
  expect(() => item.run(id, 'files', 'gone')).toThrow(/CHECK constraint/);
  item.run(id, 'files', 'stored');
  expect(planOf(db, `SELECT 1 FROM pin_items WHERE source = 'files' AND key = 'a'`)).toContain('pin_items_by_key');
  db.prepare('DELETE FROM pins WHERE id = ?').run(id);
  expect(db.prepare('SELECT count(*) AS n FROM pin_items').get()).toEqual({ n: 0 });
});
