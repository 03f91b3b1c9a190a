import { expect, test } from 'vitest';
import { databaseAt, planOf } from './database-at.ts';

test('0140 creates the tables of the setup, with one row per profile, place and request', () => {
  const db = databaseAt(140);
  const setup = db.prepare(`INSERT INTO setups (profile_id, state, choice, started_at, doc) VALUES (?, ?, ?, 1, '{}')`);
  setup.run('p1', 'running', null);
  setup.run('p2', 'asks', 'essentials');
  expect(() => setup.run('p1', 'done', null)).toThrow(/UNIQUE constraint/);
  expect(() => setup.run('p3', 'waiting', null)).toThrow(/CHECK constraint/);
  expect(() => setup.run('p3', 'done', 'some')).toThrow(/CHECK constraint/);
  const off = db.prepare('INSERT INTO setup_off (profile_id, kind, name) VALUES (?, ?, ?)');
  off.run('p1', 'collection', 'members');
  expect(() => off.run('p1', 'collection', 'members')).toThrow(/UNIQUE constraint/);
  expect(() => off.run('p1', 'step', 'members')).toThrow(/CHECK constraint/);
});

test('0140 compares paths without regard to case, and finds the answers of a profile by its primary key', () => {
  const db = databaseAt(140);
  const request = db.prepare(
    `INSERT INTO discovery_requests (profile_id, request, place, outcome, status, at) VALUES ('p1', 'group', ?, ?, 200, 1)`,
  );
  request.run('Acme', 'owner');
  expect(() => request.run('acme', 'refused')).toThrow(/UNIQUE constraint/);
  expect(() => request.run('other', 'maybe')).toThrow(/CHECK constraint/);
  const plan = planOf(db, `SELECT * FROM discovery_requests WHERE profile_id = 'p1' AND request = 'group'`);
  expect(plan).toContain('SEARCH discovery_requests USING PRIMARY KEY');
});
