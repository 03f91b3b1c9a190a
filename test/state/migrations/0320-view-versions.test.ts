import { expect, test } from 'vitest';
import { migrate } from '#main/state/open/migrate.ts';
import { migrations } from '#main/state/migrations/all.ts';
import { views } from '#main/state/views.ts';
import { databaseAt } from './database-at.ts';

test('0320 keeps the views of earlier releases as version 1, and stores the version of new ones', () => {
  const db = databaseAt(310);
  db.exec(`INSERT INTO saved_views VALUES ('a', 'users', 'Old', '{"gone":"only"}', 5)`);
  migrate(
    db,
    { before: () => undefined },
    migrations.filter(({ id }) => id <= 320),
  );
  const saved = views(db);
  const old = { id: 'a', table: 'users', name: 'Old', query: { gone: 'only' }, version: 1, createdAt: 5 };
  expect(saved.list('users')).toEqual([old]);
  expect(saved.save({ table: 'users', name: 'New', query: {}, version: 2 }, 6)).toMatchObject({ version: 2 });
  // A view of a newer release keeps its version when it is renamed
  expect(saved.save({ ...old, name: 'Renamed', version: 7 }, 7)).toMatchObject({ name: 'Renamed', version: 7 });
});
