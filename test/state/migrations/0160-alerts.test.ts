import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0160 creates alarms, one per subject, and alerts with indexes for the queries of the window and the desktop', () => {
  const db = databaseAt(160);
  const alarm = db.prepare(`INSERT INTO alarms (profile_id, kind, key, since) VALUES (?, 'runner-offline', ?, 1)`);
  alarm.run('p1', '7');
  alarm.run('p2', '7');
  expect(() => alarm.run('p1', '7')).toThrow(/UNIQUE constraint/);
  const alert = db.prepare(
    `INSERT INTO alerts (profile_id, kind, key, at, tone, subject, title, body, link, desktop)
     VALUES ('p1', 'runner-offline', '7', 1, ?, 's', 't', 'b', '{}', ?)`,
  );
  alert.run('alarm', 'waiting');
  expect(() => alert.run('loud', 'waiting')).toThrow(/CHECK constraint/);
  expect(() => alert.run('alarm', 'later')).toThrow(/CHECK constraint/);
  expect(planOf(db, 'SELECT * FROM alerts ORDER BY at DESC, id DESC LIMIT 500')).toContain('alerts_by_time');
  expect(planOf(db, `SELECT * FROM alerts WHERE desktop IN ('waiting', 'quiet') ORDER BY id`)).toContain(
    'alerts_to_show',
  );
  expect(planOf(db, `SELECT max(shown_at) FROM alerts WHERE profile_id = 'p1' AND kind = 'x'`)).toContain(
    'alerts_by_kind',
  );
});
