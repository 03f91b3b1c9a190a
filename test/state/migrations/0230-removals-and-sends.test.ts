import { expect, test } from 'vitest';
import { migrate } from '#main/state/open/migrate.ts';
import { profiles } from '#main/state/profiles.ts';
import { databaseAt } from './database-at.ts';

test('0230 adds a column for removals: existing profiles stay, and a profile that is being removed is not found', () => {
  const db = databaseAt(220);
  db.exec(`INSERT INTO profiles (id, name, colour, url, dialect, read_only, allow_plain_http, created_at)
           VALUES ('p', 'Test', 'iris', 'https://git.example', 'documented', 0, 0, 1)`);
  migrate(db, { before: () => undefined });
  const table = profiles(db);
  expect(table.list()).toHaveLength(1);
  table.beginRemoval('p', 5);
  // As after a restart
  const after = profiles(db);
  expect([after.list(), after.get('p'), after.isRemoved('p'), after.beingRemoved()]).toEqual([[], null, true, ['p']]);
  after.cancelRemoval('p');
  expect(profiles(db).get('p')).toMatchObject({ id: 'p', name: 'Test' });
});

test('0230 starts the count of sends at 0', () => {
  expect(databaseAt(230).prepare('SELECT * FROM sends').all()).toEqual([{ count: 0 }]);
});
