import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { alerts } from '#main/state/alerts.ts';
import { archive } from '#main/state/archive.ts';
import { migrations as archiveMigrations } from '#main/state/archive-migrations/all.ts';
import { openDatabase, type Db } from '#main/state/files/database.ts';
import { forgetInState } from '#main/state/forgetting/forget-person.ts';
import { journal, type Intent } from '#main/state/journal.ts';
import { migrate, newestVersion } from '#main/state/open/migrate.ts';
import { personReplacer } from '#main/state/forgetting/person-texts.ts';
import { plans, type StoredPlan, type StoredRow } from '#main/state/plans.ts';
import { dependencyExports } from '#main/state/dependency-exports.ts';
import { pins, type PinDoc } from '#main/state/pins.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import { tempFolder } from './data-folders.ts';
import { databaseAt } from './migrations/database-at.ts';

const anna = { usernames: ['anna', 'old.anna'], names: ['Anna Arndt', 'Ännchen'], emails: ['anna@acme.example'] };
const traces = /anna|arndt|ännchen/i;

test.each([
  ['anna', 'forgotten person'],
  ['@anna, Anna.', '@forgotten person, forgotten person.'],
  ['old.anna and Anna Arndt <ANNA@acme.example>', 'forgotten person and forgotten person <forgotten person>'],
  ['/users/anna/keys', '/users/forgotten person/keys'],
  ['https://x.example/anna', 'https://x.example/forgotten person'],
  ['/projects/anna%2Fdotfiles', '/projects/forgotten person%2Fdotfiles'],
  ['anna/dotfiles', 'forgotten person/dotfiles'],
  ['ännchen', 'forgotten person'],
])('%s is replaced', (given, then) => expect(personReplacer(anna).text(given)).toBe(then));

test.each(['acme/anna', 'annabel', 'hanna', 'anna-lena', 'joanna.anna', 'anna.b', 'My Ännchen', 'Arndt'])(
  '%s is another person, or may be',
  (text) => expect(personReplacer(anna).text(text)).toBe(text),
);

test('a username that is a word of Reeve replaces only texts', () => {
  const { json } = personReplacer({ usernames: ['done'], names: [], emails: [] });
  expect(JSON.parse(json('{"state":"done","kind":"done","title":"done","rows":[{"after":"done"}]}'))).toEqual({
    ...{ state: 'done', kind: 'done', title: 'forgotten person' },
    rows: [{ after: 'forgotten person' }],
  });
});

const write = { op: 'members.create', path: { id: 7 }, body: { username: 'anna' } };
const intent: Intent = {
  ...{ planId: 'a', position: 0, profileId: 'p1', instance: 'https://one.example', op: write.op },
  ...{
    who: 'token 1',
    user: 'anna',
    label: 'Anna Arndt',
    place: 'acme/core',
    method: 'POST',
    path: '/projects/7/members',
  },
  ...{ intendedAt: 1_000, deadlineAt: 61_000, undoOf: null, changes: [], undo: { kind: 'exact' }, write },
  before: { name: 'Anna Arndt', web_url: 'https://one.example/anna' },
};
const outcome = { endedAt: 2_000, status: 200, reportedMessage: 'Anna was added', requestId: null };
const alert = {
  ...{ profileId: 'p1', kind: 'new-administrator', key: '417', at: 1, tone: 'alarm' as const, readAt: null },
  ...{
    desktop: 'none' as const,
    found: [],
    subject: 'Anna Arndt',
    title: 'Anna Arndt is a new administrator',
    body: '',
  },
  link: { page: 'users', query: { id: '417' } },
};
const plan = (id: string, state: StoredPlan['state']) =>
  ({ id, state, profileId: 'p1', createdAt: 1, title: 'Add Anna Arndt' }) as unknown as StoredPlan;
const row = { position: 0, state: 'planned', label: 'Anna Arndt', write } as unknown as StoredRow;

function archiveDb(): Db {
  const db = openDatabase(join(tempFolder(), 'archive.db'), randomBytes(32).toString('hex'));
  onTestFinished(() => void db.close());
  migrate(db, { before: () => undefined }, archiveMigrations);
  return db;
}

function filled() {
  const files = { db: databaseAt(newestVersion), archive: archiveDb() };
  const entries = journal(files.db);
  const id = entries.intend(intent);
  entries.end(id, { ...outcome, state: 'applied', reply: { id: 417, username: 'anna', email: 'anna@acme.example' } });
  const other = entries.intend({
    ...intent,
    user: null,
    label: 'Annabel',
    write: { ...write, body: {} },
    before: null,
  });
  alerts(files.db).add(alert);
  plans(files.db).add(plan('a', 'done'), [row]);
  const token = { row: { id: 1, name: 'ci', account_username: 'old.anna', user_id: 417 }, isGone: true };
  archive(files.archive).add('p1', 'accessTokens', [{ scope: 'group:1', id: 1, row: token }], 1);
  const needs = { ...files, journal: entries, pause: async () => undefined };
  return { ...files, entries, id, other, needs, person: { profileId: 'p1', ...anna } };
}

/** Everything that a database stores, as text. */
function dump(db: Db): string {
  const tables = db.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
  return tables.map((name) => JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all())).join('\n');
}

test('nothing that identifies the person is left, and times, kinds and IDs stay', async () => {
  const { db, archive: kept, entries, id, other, needs, person } = filled();
  // The search keeps the texts of entries in memory
  expect(entries.count(JournalQuery.parse({ search: 'arndt' }))).toBe(1);
  const counts = { archived: 1, notices: 1, journal: 1 };
  expect(await forgetInState(needs, person, true)).toEqual(counts);
  expect(dump(db)).toMatch(traces);
  expect(await forgetInState(needs, person)).toEqual(counts);

  expect((dump(db) + dump(kept)).replaceAll(/annabel/gi, '')).not.toMatch(traces);
  expect(entries.get(id)).toMatchObject({
    ...{ op: write.op, state: 'applied', intendedAt: 1_000, endedAt: 2_000, status: 200, path: intent.path },
    ...{ label: 'forgotten person', place: 'acme/core', user: 'forgotten person', reply: { id: 417 } },
    undo: { kind: 'none' },
  });
  expect(entries.count(JournalQuery.parse({ search: 'arndt' }))).toBe(0);
  expect(entries.count(JournalQuery.parse({ search: 'forgotten', canUndo: false }))).toBe(1);
  expect(entries.get(other)).toMatchObject({ label: 'Annabel', undo: { kind: 'exact' } });
  expect(alerts(db).list('p1', 10)).toMatchObject([
    { ...alert, subject: 'forgotten person', title: 'forgotten person is a new administrator' },
  ]);
  expect(await forgetInState(needs, person)).toEqual({ archived: 0, notices: 0, journal: 0 });
});

test('labels with the name of the person are replaced, and the fields that a pin needs for syncs are kept', async () => {
  const { db, needs, person } = filled();
  const kept = pins(db);
  const doc = { ...kept.put('p1', 'project:7', {} as PinDoc, 1).doc, label: 'anna/dotfiles', ref: 'anna' };
  const { id } = kept.put('p1', 'project:7', doc, 1);
  const item = { source: 'files', key: 'a', depth: 'files', state: 'missing', bytes: 0, at: 1 } as const;
  kept.putItem(id, { ...item, label: 'README.md (anna/dotfiles)', scope: 'project:7', status: 404, reason: null });
  const exported = {
    profileId: 'p1',
    kind: 'project',
    ref: 7,
    exportType: 'sbom',
    requestedAt: 1,
    exportId: 3,
  } as const;
  dependencyExports(db).add({ ...exported, label: 'anna/dotfiles' });
  await forgetInState(needs, person);
  expect(kept.get(id)?.doc).toMatchObject({ label: 'forgotten person/dotfiles', ref: 'anna' });
  expect(kept.items(id)).toMatchObject([{ label: 'README.md (forgotten person/dotfiles)', scope: 'project:7' }]);
  expect(db.prepare('SELECT label FROM dependency_exports').pluck().all()).toEqual(['forgotten person/dotfiles']);
});

test('no free page is left that could contain the texts', async () => {
  const { db, archive: kept, needs, person } = filled();
  await forgetInState(needs, person);
  for (const file of [db, kept]) expect(file.pragma('freelist_count', { simple: true })).toBe(0);
});

test('another profile keeps everything', async () => {
  const { db, needs, person } = filled();
  const before = dump(db);
  expect(await forgetInState(needs, { ...person, profileId: 'p2' })).toEqual({ archived: 0, notices: 0, journal: 0 });
  expect(dump(db)).toBe(before);
});

test('a plan that has not ended would send the placeholder, so nothing is replaced', async () => {
  const { db, needs, person } = filled();
  plans(db).add(plan('b', 'paused'), [row]);
  const before = dump(db);
  await expect(forgetInState(needs, person)).rejects.toMatchObject({ code: 'conflict' });
  expect(dump(db)).toBe(before);
});

test('more rows than one piece are all replaced', async () => {
  const { db, needs, person, entries } = filled();
  db.transaction(() => {
    for (let n = 0; n < 1_200; n += 1) entries.intend({ ...intent, position: n });
  })();
  expect(await forgetInState(needs, person)).toMatchObject({ journal: 1_201 });
  expect(dump(db).replaceAll(/annabel/gi, '')).not.toMatch(traces);
});
