import { expect, test } from 'vitest';
import { addProfile, databaseAt } from './database-at.ts';

test('0170 creates the tables of watched webhooks and of gaps, which are deleted with the profile', () => {
  const db = databaseAt(170);
  db.pragma('foreign_keys=ON');
  addProfile(db, 'p');
  db.exec(`INSERT INTO webhook_watches (profile_id, scope, is_alerting) VALUES ('p', 'project:7/hook:9', 1)`);
  db.exec(`INSERT INTO webhook_gaps VALUES ('p', 'project:7/hook:9', 1, 2)`);
  expect(() =>
    db.exec(`INSERT INTO webhook_watches (profile_id, scope, is_alerting) VALUES ('q', 'project:7/hook:9', 1)`),
  ).toThrow(/FOREIGN KEY constraint/);
  db.exec(`DELETE FROM profiles`);
  expect(db.prepare('SELECT count(*) FROM webhook_watches').pluck().get()).toBe(0);
  expect(db.prepare('SELECT count(*) FROM webhook_gaps').pluck().get()).toBe(0);
});
