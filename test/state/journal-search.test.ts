import { expect, test } from 'vitest';
import type { Db } from '#main/state/files/database.ts';
import { journal, type Intent, type Journal } from '#main/state/journal.ts';
import { journalSearch } from '#main/state/journal-search.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import { databaseAt, planOf } from './migrations/database-at.ts';

const write = { op: 'runners.edit', path: { id: 7 }, body: { paused: true } };
const labels = [
  'Runner 7',
  'runner 8 (50 % _ * ? \\)',
  'Ménage "à trois"',
  'MÉNAGE'.normalize('NFD'),
  'Сборщик ИВАН',
  'NUL \0 inside',
  'half \ud83d of a pair',
  '🚀 rocket \ufeff mark',
  'İstanbul STRASSE ß',
  `it's -- a "quote"`,
  '',
  '構築 エージェント',
];
const intentOf = (n: number): Intent => ({
  ...{ planId: `plan ${n % 3}`, position: n, profileId: `p${n % 2}`, instance: 'https://one.example', op: write.op },
  ...{ who: `token ${n % 4}`, user: n % 5 === 0 ? null : 'anna', label: labels[n % labels.length] ?? '' },
  ...{ method: 'PUT', path: `/runners/${n}`, intendedAt: 1_000 - (n % 7), deadlineAt: 61_000, undoOf: null },
  ...{ changes: [], undo: n % 4 === 0 ? { kind: 'none', why: '' } : { kind: 'exact' }, write, before: null },
});
const outcome = { endedAt: 2_000, status: 403, requestId: null, reply: null };

const searches = [
  ...[
    '',
    ' ',
    'r',
    'RUNNER',
    'runner 8',
    '8 runner edit',
    'runners.edit',
    'runnerx',
    '50 % _',
    '%',
    '_',
    '\\',
    '*',
    '?',
  ],
  ...['"à', '"À'.normalize('NFD'), 'ménage', 'иван сборщик', 'ИВАН', '\0', 'l\0', '\ud83d', '\ufffd', '\ude80', '🚀'],
  ...[
    '\ufeff',
    'i̇stanbul',
    'İSTANBUL',
    'ß',
    'ss',
    `'`,
    '--',
    '" OR 1',
    '構',
    'エージ',
    'put\n/runners/1',
    'not allowed',
  ],
  ...['allowed put', 'а\u0301', 'x '.repeat(30), 'one.example anna token', '1 1 1'],
];
const filters = [
  {},
  { op: 'runners.edit' },
  { op: 'none' },
  { state: 'refused' },
  { planId: 'plan 1', state: 'intended' },
  { profileId: 'p1' },
  { after: 996 },
  { before: 997, after: 995, profileId: 'p0' },
  { canUndo: true },
  { canUndo: false, state: 'applied' },
];
const queries = searches.flatMap((search) => filters.map((filter) => JournalQuery.parse({ search, ...filter })));

/** The same search as one statement. */
function idsBySql(db: Db, query: (typeof queries)[number]): number[] {
  const undoable = `(can_undo = 1 AND state = 'applied' AND undone_by IS NULL)`;
  const words = query.search.normalize().toLowerCase().split(/\s+/).filter(Boolean).slice(0, 20);
  const { op = null, state = null, planId = null, profileId, after = null, before = null, canUndo } = query;
  return db
    .prepare<unknown[], number>(
      `SELECT id FROM journal WHERE ifnull(op = ?, 1) AND ifnull(state = ?, 1) AND ifnull(plan_id = ?, 1)
         AND ifnull(profile_id = ?, 1) AND ifnull(intended_at >= ?, 1) AND ifnull(intended_at <= ?, 1)
         AND ifnull(${undoable} = ?, 1) ${words.map(() => 'AND instr(hay, ?) > 0').join(' ')} ORDER BY id DESC`,
    )
    .pluck()
    .all(op, state, planId, profileId, after, before, canUndo === undefined ? null : Number(canUndo), ...words);
}

/** Compare every query. Returns the number of matches, so that a test notices when nothing is compared. */
function compareAll(db: Db, table: Journal): number {
  let matches = 0;
  for (const query of queries) {
    const ids = idsBySql(db, query);
    matches += ids.length;
    expect({ query, count: table.count(query) }).toEqual({ query, count: ids.length });
    expect({ query, ids: table.ids(query, { from: 0, count: 1_000 }) }).toEqual({ query, ids });
    expect(table.list(query, { from: 3, count: 5 }).map(({ id }) => id)).toEqual(ids.slice(3, 8));
  }
  return matches;
}

test.each([
  ['all texts in memory', 1_000_000],
  ['only the newest texts in memory', 1_500],
  ['no text in memory', 0],
])('a search finds the same entries as SQL, with %s', (_, maxCharacters) => {
  const db = databaseAt(newestVersion);
  const table = journal(db, journalSearch(db, maxCharacters));
  expect(compareAll(db, table)).toBe(0);
  for (let n = 0; n < 30; n += 1) table.intend(intentOf(n));
  expect(compareAll(db, table)).toBeGreaterThan(1_000);

  // The texts of entries 2 and 25 change
  table.end(2, { ...outcome, state: 'refused', reportedMessage: 'Not ALLOWED: \ud83d \0 Ё' });
  table.end(25, { ...outcome, state: 'not-applied', reportedMessage: 'Not allowed' });
  table.end(26, { ...outcome, state: 'applied', reportedMessage: null });
  table.end(27, { ...outcome, state: 'applied', reportedMessage: null });
  compareAll(db, table);
  table.reopen(25, { now: 996, deadlineAt: 90_000 });
  table.markUndone(27, 'plan 9');
  table.markUnknown('p1', 3_000);
  compareAll(db, table);
  table.end(25, { ...outcome, state: 'refused', reportedMessage: 'İ ended' });
  for (let n = 30; n < 40; n += 1) table.intend(intentOf(n));
  compareAll(db, table);
});

test('a search finds changed values as the rows show them, but no secret values', () => {
  const table = journal(databaseAt(newestVersion));
  const changes = [
    { field: 'tag_list', before: ['gpu'], after: ['walk'], isSecret: false },
    { field: 'paused', before: false, after: true, isSecret: false },
    { field: 'token', before: 'old-value', after: 'new-value', isSecret: true },
  ];
  table.intend({ ...intentOf(1), changes, path: '/files/README%2Emd' });
  const count = (search: string) => table.count(JournalQuery.parse({ search }));
  expect(['gpu', 'WALK', 'gpu → walk', 'no → yes', 'readme.md'].map(count)).toEqual([1, 1, 1, 1, 1]);
  expect(['old-value', 'new-value'].map(count)).toEqual([0, 0]);
});

test('a search in a transaction finds its entries, and after a rollback they are not found', () => {
  const db = databaseAt(newestVersion);
  const table = journal(db);
  const ids = (search: string) => table.ids(JournalQuery.parse({ search }), { from: 0, count: 10 });
  const first = table.intend(intentOf(0));
  expect(ids('runner')).toEqual([first]);
  const isLost = (): never => {
    table.end(first, { ...outcome, state: 'refused', reportedMessage: 'lost answer' });
    const second = table.intend({ ...intentOf(0), label: 'lost label' });
    expect(ids('lost')).toEqual([second, first]);
    throw new Error('rolled back');
  };
  expect(() => db.transaction(isLost)()).toThrow('rolled back');
  expect(ids('lost')).toEqual([]);
  // SQLite uses the ID of the entry that was rolled back again
  const second = table.intend({ ...intentOf(0), label: 'kept label' });
  expect(second).toBe(first + 1);
  expect([ids('lost'), ids('kept')]).toEqual([[], [second]]);
});

test('a repeated search with a filter finds what was changed and added since', () => {
  const table = journal(databaseAt(newestVersion));
  const query = JournalQuery.parse({ search: 'runner', state: 'intended' });
  const first = table.intend(intentOf(0));
  const second = table.intend(intentOf(1));
  expect(table.ids(query, { from: 0, count: 10 })).toEqual([second, first]);
  table.end(first, { ...outcome, state: 'applied', reportedMessage: null });
  expect(table.ids(query, { from: 0, count: 10 })).toEqual([second]);
  const third = table.intend(intentOf(2));
  expect(table.count(query)).toBe(2);
  expect(table.ids({ ...query, search: 'ménage' }, { from: 0, count: 10 })).toEqual([third]);
});

test('a search with a filter reads an index', () => {
  const db = databaseAt(newestVersion);
  for (const where of [`intended_at >= 5`, `state = 'applied'`, `op = 'runners.edit'`, `profile_id = 'p1'`]) {
    expect(planOf(db, `SELECT id FROM journal WHERE ${where} AND +id >= 1`)).toContain('COVERING INDEX');
  }
});

test('the entries about a person name the ID of the account in the request or in the reply', () => {
  const table = journal(databaseAt(newestVersion));
  const add = (op: string, path: Intent['write']['path'], body: object = {}, reply: object | null = null): number => {
    const id = table.intend({ ...intentOf(1), op, write: { op, path, body: { ...body } } });
    if (reply !== null) table.end(id, { ...outcome, state: 'applied', reportedMessage: null, reply });
    return id;
  };
  const about = [
    add('members.create', { id: 7 }, { user_id: 5 }),
    add('members.create', { id: 7 }, { user_id: '4,5,6' }),
    add('members.create', { id: 7 }, { username: 'ann' }, { id: 5, username: 'ann' }),
    add('enterprise-users.disableTwoFactor', { id: 3, user_id: '5' }),
    add('group-service-accounts.remove', { id: 3, user_id: 5 }),
    add('service-accounts.edit', { id: 5 }),
    add('group-service-accounts.create', { id: 3 }, {}, { id: 5 }),
  ];
  add('members.create', { id: 5 }, { user_id: '15,55' });
  add('members.create', { id: 7 }, { username: 'user5' });
  add('enterprise-users.edit', { id: 5, user_id: 6 });
  add('group-service-accounts.edit', { id: 5, user_id: 6 }, { name: '5' });
  add('service-accounts.create', {}, { name: '5' }, { id: 6 });
  add('runners.edit', { id: 5 }, { user_id: 5 }, { id: 5 });
  const ids = (query: object) => table.ids(JournalQuery.parse({ person: 5, ...query }), { from: 0, count: 20 });
  expect(ids({})).toEqual(about.toReversed());
  expect(table.count(JournalQuery.parse({ person: 5 }))).toBe(about.length);
  expect(ids({ op: 'members.create' })).toEqual(about.slice(0, 3).toReversed());
  expect(ids({ search: 'runner', state: 'applied' })).toEqual([about[6], about[2]]);
});
