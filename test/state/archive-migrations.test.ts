import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { archive } from '#main/state/archive.ts';
import { migrations } from '#main/state/archive-migrations/all.ts';
import { mirrorMarks } from '#main/state/mirror-marks.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { tempFolder } from './data-folders.ts';

function archiveAt(version: number) {
  const db = openDatabase(join(tempFolder(), 'archive.db'), randomBytes(32).toString('hex'));
  onTestFinished(() => void db.close());
  const to = (newest: number) =>
    migrate(
      db,
      { before: () => undefined },
      migrations.filter(({ id }) => id <= newest),
    );
  to(version);
  return { db, to };
}

test('0020 keeps archived rows, and stores a key as a number or a text', () => {
  const { db, to } = archiveAt(10);
  const insert = db.prepare('INSERT INTO kept (profile_id, collection, scope, id, at, doc) VALUES (?, ?, ?, ?, ?, ?)');
  insert.run('p1', 'accessTokens', 'group:7', 3, 10, '{"id":3}');
  insert.run('p1', 'accessTokens', 'group:7', 3, 20, '{"id":3,"revoked":true}');
  to(20);
  const kept = archive(db);
  expect(kept.latest('p1', 'accessTokens')).toEqual([
    { scope: 'group:7', id: 3, at: 20, row: { id: 3, revoked: true } },
  ]);
  const keys = [7, '7', '007', '1e3', 'A', 'a'];
  const rows = keys.map((id) => ({ scope: 'project:7', id, row: { id } }));
  expect(kept.add('p1', 'wikis', rows, 30)).toBe(keys.length);
  expect(kept.add('p1', 'wikis', rows, 40)).toBe(0);
  expect(kept.latest('p1', 'wikis').map(({ id }) => id)).toEqual(keys);
  expect(db.prepare(`SELECT DISTINCT typeof(id) FROM kept ORDER BY 1`).pluck().all()).toEqual(['integer', 'text']);
});

test('0030 converts archived tokens to the form of all archived rows, so that they are not archived again', () => {
  const { db, to } = archiveAt(20);
  const insert = db.prepare('INSERT INTO kept (profile_id, collection, scope, id, at, doc) VALUES (?, ?, ?, ?, ?, ?)');
  const token = { id: 3, name: '{"token":1}' };
  insert.run('p1', 'accessTokens', 'group:7', 3n, 10, JSON.stringify({ token, isGone: false }));
  to(30);
  const kept = archive(db);
  const row = { row: token, isGone: false };
  expect(kept.latest('p1', 'accessTokens')).toEqual([{ scope: 'group:7', id: 3, at: 10, row }]);
  expect(kept.add('p1', 'accessTokens', [{ scope: 'group:7', id: 3, row }], 20)).toBe(0);
});

test('0040 stores what happened to mirrors, and returns the newest marks of a kind first', () => {
  const { db, to } = archiveAt(30);
  to(40);
  const marks = mirrorMarks(db);
  const mirror = { profileId: 'p1', scope: 'project:7', id: 3 };
  const other = { ...mirror, id: 4 };
  marks.add([{ mirror, mark: { kind: 'enabled', isEnabled: true, isFirst: true } }], 10);
  marks.add(
    [
      { mirror, mark: { kind: 'enabled', isEnabled: false, isFirst: false } },
      { mirror, mark: { kind: 'muted', until: 99 } },
      { mirror: other, mark: { kind: 'enabled', isEnabled: true, isFirst: true } },
    ],
    20,
  );
  expect(marks.newest(mirror, 'enabled', 5)).toEqual([
    { isEnabled: false, isFirst: false, at: 20 },
    { isEnabled: true, isFirst: true, at: 10 },
  ]);
  expect(marks.newest(mirror, 'muted', 1)).toEqual([{ until: 99, at: 20 }]);
  expect(marks.newest({ ...mirror, scope: 'project:8' }, 'muted', 1)).toEqual([]);
});
