import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { statements, upsertInto } from '#main/state/files/statements.ts';

function facts() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE facts (profile_id TEXT, kind TEXT, seen_at INTEGER, doc TEXT, PRIMARY KEY (profile_id, kind))');
  return { db, ...statements(db) };
}

test('an upsert adds a row, and replaces the values of the row with the same key, also with null', () => {
  const { run, rows } = facts();
  const put = upsertInto('facts', 'profile_id, kind', 'seen_at, doc');
  run(put, { profileId: 'a', kind: 'one', seenAt: 1, doc: 'old' });
  run(put, { profileId: 'a', kind: 'two', seenAt: 2, doc: 'other' });
  run(put, { profileId: 'a', kind: 'one', seenAt: 3, doc: null });
  expect(rows('SELECT * FROM facts ORDER BY kind')).toEqual([
    { profile_id: 'a', kind: 'one', seen_at: 3, doc: null },
    { profile_id: 'a', kind: 'two', seen_at: 2, doc: 'other' },
  ]);
});

test('a failed transaction changes nothing', () => {
  const { immediate, run, value } = facts();
  const fail = () =>
    immediate(() => {
      run('INSERT INTO facts (profile_id, kind) VALUES (?, ?)', ['a', 'one']);
      throw new Error('no');
    });
  expect(fail).toThrow('no');
  expect(value('SELECT count(*) FROM facts')).toBe(0);
});
