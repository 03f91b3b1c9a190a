import { expect, test } from 'vitest';
import { pins } from '#main/state/pins.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { databaseAt } from './database-at.ts';

test('0310 deletes the pin items of context commits from the depth `facts`, and keeps the choice of recent notes', () => {
  const db = databaseAt(250);
  db.prepare(`INSERT INTO pins (id, profile_id, target, created_at, doc) VALUES (1, 'p1', 'project:7', 1, ?)`).run(
    JSON.stringify({ label: 'acme/core', depths: ['facts', 'text'] }),
  );
  const item = db.prepare(
    `INSERT INTO pin_items (pin_id, source, key, depth, state, bytes, at, doc) VALUES (1, ?, 'a', ?, 'refused', 0, 1, '{}')`,
  );
  item.run('below-facts', 'facts');
  item.run('below-text', 'text');
  migrate(db, { before: () => undefined });
  expect(
    pins(db)
      .items(1)
      .map(({ source }) => source),
  ).toEqual(['below-text']);
  expect(pins(db).get(1)?.doc.range).toBe('recent');
});
