import { expect, test } from 'vitest';
import { migrations } from '#main/state/migrations/all.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { watches } from '#main/state/watches.ts';
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

test('0270 keeps existing watches, without counted requests and known changes', () => {
  const db = databaseAt(250);
  db.exec(
    "INSERT INTO watches (profile_id, kind, place, next_at, last_at) VALUES ('p1', 'members', 'project:7', 2, 1)",
  );
  migrate(db, { before: () => undefined }, migrations);
  const table = watches(db);
  const [stored] = table.of('p1');
  expect(stored).toMatchObject({ place: 'project:7', nextAt: 2, lastAt: 1, requests: null, changedAt: null });
  if (stored !== undefined) table.put([{ ...stored, requests: 1.5, changedAt: 3 }]);
  expect(table.of('p1')).toMatchObject([{ requests: 1.5, changedAt: 3 }]);
});
