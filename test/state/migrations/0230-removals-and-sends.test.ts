import { expect, test } from 'vitest';
import { migrate } from '#main/state/open/migrate.ts';
import { profiles } from '#main/state/profiles.ts';
import { addProfile, databaseAt } from './database-at.ts';

test('0230 adds a column for removals: existing profiles stay, and a profile that is being removed is not found', () => {
  const db = databaseAt(220);
  addProfile(db, 'p');
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
