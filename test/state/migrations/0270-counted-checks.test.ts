import { expect, test } from 'vitest';
import { migrations } from '#main/state/migrations/all.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { watches } from '#main/state/watches.ts';
import { databaseAt } from './database-at.ts';

test('0270 keeps existing watches, whose requests and changes are not known', () => {
  const db = databaseAt(250);
  db.exec("INSERT INTO watches (profile_id, kind, place, next_at, last_at) VALUES ('p1', 'members', 'project:7', 2, 1)");
  migrate(db, { before: () => undefined }, migrations);
  const table = watches(db);
  const [stored] = table.of('p1');
  expect(stored).toMatchObject({ place: 'project:7', nextAt: 2, lastAt: 1, requests: null, changedAt: null });
  if (stored !== undefined) table.put([{ ...stored, requests: 1.5, changedAt: 3 }]);
  expect(table.of('p1')).toMatchObject([{ requests: 1.5, changedAt: 3 }]);
});
