import { expect, test } from 'vitest';
import { migrate } from '#main/state/open/migrate.ts';
import { profiles } from '#main/state/profiles.ts';
import { addProfile, databaseAt } from './database-at.ts';

test('0240 allows one proposal of another dialect for each profile, until a person has chosen', () => {
  const db = databaseAt(230);
  addProfile(db, 'p1');
  migrate(db, { before: () => undefined });
  const table = profiles(db);
  expect(table.get('p1')).toMatchObject({ dialect: 'documented', proposedDialect: null });
  expect(table.proposeDialect('p1', 'documented')).toBe(false);
  expect([table.proposeDialect('p1', 'gitlab'), table.proposeDialect('p1', 'gitlab')]).toEqual([true, false]);
  expect(table.get('p1')).toMatchObject({ dialect: 'documented', proposedDialect: 'gitlab' });
  expect(table.chooseDialect('p1', 'documented')).toMatchObject({ dialect: 'documented', proposedDialect: null });
  expect(table.proposeDialect('p1', 'gitlab')).toBe(false);
});
