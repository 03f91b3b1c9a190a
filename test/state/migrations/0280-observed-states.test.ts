import { expect, test } from 'vitest';
import { migrations } from '#main/state/migrations/all.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { databaseAt } from './database-at.ts';

test('0280 keeps the alarms as observed states, and gives notices about ended alarms their own kinds', () => {
  const db = databaseAt(250);
  db.exec(`INSERT INTO alarms (profile_id, kind, key, since) VALUES ('p1', 'runner-offline', '7', 1)`);
  const add = db.prepare(
    `INSERT INTO alerts (profile_id, kind, key, at, tone, subject, title, body, link, desktop)
     VALUES ('p1', ?, '7', 1, ?, 's', 't', 'b', '{}', 'none')`,
  );
  add.run('webhook-disabled', 'alarm');
  for (const kind of ['webhook-disabled', 'runner-offline', 'mirror-stuck', 'access-refused'])
    add.run(kind, 'recovered');
  migrate(db, { before: () => undefined }, migrations);
  expect(db.prepare('SELECT kind, key, is_alarm FROM observed_states WHERE stored_at > 1').all()).toEqual([
    { kind: 'runner-offline', key: '7', is_alarm: 1 },
  ]);
  expect(db.prepare('SELECT kind FROM alerts WHERE found = ? ORDER BY id').pluck().all('[]')).toEqual([
    ...['webhook-disabled', 'webhook-enabled', 'runner-online', 'mirror-recovered', 'access-back'],
  ]);
});
