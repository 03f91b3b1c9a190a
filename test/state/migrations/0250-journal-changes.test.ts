import { expect, test } from 'vitest';
import { journal } from '#main/state/journal.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import { rowName } from '#shared/text/en/row-name.ts';
import { databaseAt } from './database-at.ts';

test('0250 makes the changed values and the reply of existing entries searchable', () => {
  const db = databaseAt(240);
  const doc = {
    ...{ label: 'Runner 7', path: '/runners/7', who: 'ops', method: 'PUT', instance: 'https://one.example' },
    changes: [
      { field: 'tag_list', before: ['GPU'], after: ['walk'], isSecret: false },
      { field: 'token', before: 'old-secret', after: 'new-secret', isSecret: true },
    ],
  };
  db.prepare(
    `INSERT INTO journal (plan_id, position, profile_id, op, state, intended_at, deadline_at, can_undo, said, hay, doc)
     VALUES ('a', 0, 'p1', 'runners.edit', 'refused', 1, 2, 1, 'Not ALLOWED', '', ?)`,
  ).run(JSON.stringify(doc));
  migrate(db, { before: () => undefined });
  const found = (search: string) => journal(db).count(JournalQuery.parse({ search }));
  for (const search of ['gpu', 'walk', 'gpu → walk', 'runner 7', 'ops', 'not allowed']) expect(found(search)).toBe(1);
  expect([found('old-secret'), found('new-secret')]).toEqual([0, 0]);
});

test('0300 makes access levels searchable by name, and entries without a place keep their name', () => {
  const db = databaseAt(280);
  const doc = {
    ...{ label: 'mei', path: '/projects/7/members', who: 'ops', method: 'POST', instance: 'https://one.example' },
    changes: [{ field: 'access_level', after: 30, isSecret: false }],
  };
  db.prepare(
    `INSERT INTO journal (plan_id, position, profile_id, op, state, intended_at, deadline_at, can_undo, hay, doc)
     VALUES ('a', 0, 'p1', 'members.create', 'applied', 1, 2, 0, '30', ?)`,
  ).run(JSON.stringify(doc));
  migrate(db, { before: () => undefined });
  const table = journal(db);
  const [entry] = table.list(JournalQuery.parse({ search: 'mei developer' }), { from: 0, count: 1 });
  expect(entry && rowName(entry)).toBe('mei');
});
