import { expect, test } from 'vitest';
import { capabilities } from '#main/state/capabilities.ts';
import { catalogue } from '#main/state/catalogue.ts';
import { jobs } from '#main/state/jobs.ts';
import { journal } from '#main/state/journal.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { plans } from '#main/state/plans.ts';
import { databaseAt } from './migrations/database-at.ts';

const message = '403 Forbidden';
const failure = { code: 'denied', message: 'refused', status: 403, said: message };
const checked = { name: 'users', endpoint: 'GET /users', outcome: 'denied', status: 403, said: message };

/** Records as an earlier version stored them: the platform's message is called `said`. */
const documents = {
  plans: { id: 'a', profileId: 'p1', state: 'paused', createdAt: 1, failure },
  plan_rows: { position: 0, state: 'refused', said: message, failure, before: { said: 'hello' } },
  jobs: {
    ...{ id: 'j1', kind: 'crawl', profileId: 'p1', input: {}, state: 'failed', startedAt: 1, finishedAt: 2, rows: 0 },
    ...{ estimatedRows: null, etaMs: null, requests: 1, changed: 0, unreadable: 0, goneFound: 0, resumeAt: null },
    ...{ lanes: [], failure },
  },
  capabilities: [{ ...checked, checkedAt: 1 }],
  catalogue_probes: [{ ...checked, outcome: 'not-offered', detail: null, rows: null, isCapped: false, checkedAt: 1 }],
};

const catalogueOf = (db: Parameters<typeof catalogue>[0]) => catalogue(db, (text) => text);

/** A database with these records. */
function earlierDatabase() {
  const db = databaseAt(newestVersion);
  const doc = (name: keyof typeof documents) => JSON.stringify(documents[name]);
  const add = (sql: string, ...values: string[]) => db.prepare(sql).run(...values);
  add(`INSERT INTO plans (id, profile_id, state, created_at, doc) VALUES ('a', 'p1', 'paused', 1, ?)`, doc('plans'));
  add(`INSERT INTO plan_rows (plan_id, position, state, doc) VALUES ('a', 0, 'refused', ?)`, doc('plan_rows'));
  add(`INSERT INTO jobs (id, profile_id, state, started_at, doc) VALUES ('j1', 'p1', 'failed', 1, ?)`, doc('jobs'));
  add(`INSERT INTO capabilities (profile_id, doc) VALUES ('p1', ?)`, doc('capabilities'));
  add(`INSERT INTO catalogue_probes (profile_id, doc) VALUES ('p1', ?)`, doc('catalogue_probes'));
  return db;
}

test('messages of the platform that an earlier version stored are still shown', () => {
  const db = earlierDatabase();
  expect(plans(db).stored('a')?.failure).toMatchObject({ reportedMessage: message });
  const row = { reportedMessage: message, failure: { reportedMessage: message }, before: { said: 'hello' } };
  expect(plans(db).rows('a')).toMatchObject([row]);
  expect(jobs(db).get('j1')?.failure).toMatchObject({ reportedMessage: message });
  expect(capabilities(db).of('p1')).toMatchObject([{ reportedMessage: message }]);
  expect(catalogueOf(db).probes('p1')).toMatchObject([{ reportedMessage: message }]);
});

test('an earlier version can read the messages that this version stores', () => {
  const db = earlierDatabase();
  const plan = plans(db).stored('a');
  const job = jobs(db).get('j1');
  if (plan === null || job === null) throw new Error('not stored');
  plans(db).put(plan);
  for (const row of plans(db).rows('a')) plans(db).putRow('a', row);
  jobs(db).upsert(job);
  capabilities(db).put('p1', capabilities(db).of('p1'));
  catalogueOf(db).putProbes('p1', catalogueOf(db).probes('p1'));
  for (const [table, document] of Object.entries(documents)) {
    const doc = db.prepare<[], string>(`SELECT doc FROM ${table}`).pluck().get() ?? '';
    expect({ [table]: JSON.parse(doc) as unknown }).toMatchObject({ [table]: document });
  }
});

test('the journal shows the messages of earlier attempts that an earlier version stored', () => {
  const db = databaseAt(newestVersion);
  const table = journal(db);
  const write = { op: 'runners.edit', path: { id: 7 } };
  const id = table.intend({
    ...{ planId: 'a', position: 0, profileId: 'p1', instance: 'https://one.example', who: 'token', user: null },
    ...{ op: write.op, label: 'Runner 7', method: 'PUT', path: '/runners/7', intendedAt: 1, deadlineAt: 2 },
    ...{ changes: [], undo: { kind: 'exact' }, undoOf: null, write, before: null },
  });
  db.prepare(
    `UPDATE journal SET state = 'refused', status = 403, said = ?,
     doc = json_set(doc, '$.misses', json('[{"at":1,"status":429,"said":"Retry later"}]'))`,
  ).run(message);
  expect(table.get(id)).toMatchObject({
    reportedMessage: message,
    misses: [{ at: 1, status: 429, reportedMessage: 'Retry later' }],
  });
});
