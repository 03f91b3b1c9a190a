import { expect, test } from 'vitest';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { readLeavers } from '#main/services/leavers/read-leavers.ts';
import type { LeaverLine } from '#shared/contract/leavers.ts';
import { createRandom } from '../../../platform/random.ts';
import { openBoth, runSync } from '../../rig.ts';
import { publicUser, user, usersBetween, type Row } from '../../rows.ts';

/** Match a text against the cache, as the service does. */
async function match(reader: CacheReader, text: string) {
  const { header, json } = readLeavers(text);
  return { header, ...(await reader.matchLeavers({ json })) };
}

/** The outcome of each line, in the order of the text. */
async function outcomes(reader: CacheReader, text: string): Promise<string[]> {
  const { lines } = await match(reader, text);
  return lines.map(outcomeOf);
}

const outcomeOf = ({ group, reason, candidates }: LeaverLine): string =>
  [group, ...(reason === null ? [] : [reason]), ...candidates.map(({ id }) => id)].join(' ');

async function synced(rows: Row[]) {
  const both = await openBoth();
  await runSync(both.store, [{ pages: [rows] }]);
  return both;
}

async function addList(store: CacheWriter, collection: string, scope: string, rows: Row[], now = 1_000): Promise<void> {
  const place = { collection, scope };
  await store.beginList({ place, estimatedRows: null, now });
  await store.putListPage({ place, rows, now });
  await store.finishSyncRun({ place, now });
}

test('a line matches an email address, a username or an ID as a whole, without case', async () => {
  const { reader } = await synced(usersBetween(1, 3));
  const text = 'USER-1@mail.example\nUser-2\n@user-3\n3\nMara <user-1@mail.example>\n';
  expect(await outcomes(reader, text)).toEqual(['matched 1', 'matched 2', 'matched 3', 'matched 3', 'matched 1']);
});

test('typos, parts and display names match no account', async () => {
  const { reader } = await synced([...usersBetween(1, 30), user(31, { email: 'mara@mail.example' })]);
  const typos = [
    'mara',
    'user-1@mail.exampel',
    'user-1@mail',
    'user1',
    'user',
    'Person 1',
    '99',
    '1.0',
    '01',
    'user-1 2',
  ];
  expect(await outcomes(reader, typos.join('\n'))).toEqual(typos.map(() => 'unknown'));
});

test('accounts that share an address, or whose usernames differ only by case, are all candidates', async () => {
  const twins = [
    user(1, { email: 'one@mail.example' }),
    user(2, { email: 'two@mail.example', public_email: 'One@Mail.example' }),
    user(3, { email: 'three@mail.example', commit_email: 'ONE@mail.example' }),
    user(4, { username: 'Mei' }),
    user(5, { username: 'mei' }),
  ];
  const { reader } = await synced(twins);
  expect(await outcomes(reader, 'one@mail.example\nmei\nthree@mail.example')).toEqual([
    'ambiguous several 1 2 3',
    'ambiguous several 4 5',
    'matched 3',
  ]);
});

test('digits that are the ID of one account and the username of another are ambiguous', async () => {
  const { reader } = await synced([user(7), user(8, { username: '7' }), user(9, { username: '10' })]);
  expect(await outcomes(reader, '7\n10\n@7')).toEqual(['ambiguous several 7 8', 'matched 9', 'matched 8']);
});

test('an address that is not confirmed matches no account', async () => {
  const { reader } = await synced([user(1, { unconfirmed_email: 'new@mail.example' })]);
  expect(await outcomes(reader, 'new@mail.example')).toEqual(['unknown']);
});

test('an account that the instance no longer returns is ambiguous, but not the one that has the value now', async () => {
  const { store, reader } = await synced([user(1), user(2), user(3)]);
  const left = [user(2), user(3, { email: 'user-1@mail.example' })];
  await runSync(store, [{ pages: [left] }], { now: 2_000, acceptNotReturned: true });
  expect(await outcomes(reader, 'user-1\n1\nuser-1@mail.example')).toEqual([
    'ambiguous not-returned 1',
    'ambiguous not-returned 1',
    'matched 3',
  ]);
});

test('other lists match people too, unless the list of users has another value', async () => {
  const { store, reader } = await synced([user(1, { username: 'renamed' }), user(2, { email: null })]);
  await addList(store, 'enterpriseUsers', 'group:9', [user(2, { email: 'two@corp.example' })]);
  await addList(store, 'serviceAccounts', 'group:9', [
    { id: 50, username: 'bot', name: 'Bot', email: 'bot@corp.example' },
  ]);
  await addList(store, 'members', 'project:7', [
    { id: 1, username: 'former', name: 'Person 1', access_level: 30 },
    { id: 2, username: 'user-2', name: 'Person 2', access_level: 30 },
  ]);
  expect(await outcomes(reader, 'two@corp.example\nbot@corp.example\nbot\nformer\nuser-2\nnull')).toEqual([
    'matched 2',
    'matched 50',
    'matched 50',
    'unknown',
    'matched 2',
    'unknown',
  ]);
});

test('without the administrator view, an address that is not found can’t be matched', async () => {
  const { store, reader } = await synced([publicUser(1), publicUser(2)]);
  await addList(store, 'enterpriseUsers', 'group:9', [user(2)]);
  expect(await outcomes(reader, 'user-1@mail.example\nuser-2@mail.example\nuser-3')).toEqual([
    'unmatchable hidden-emails',
    'matched 2',
    'unknown',
  ]);
  // The username is enough if the address can't be seen
  expect(await outcomes(reader, 'email,username\nuser-1@mail.example,user-1')).toEqual(['matched 1']);
});

test('before all users were synced once, no line is unknown', async () => {
  const { store, reader } = await openBoth();
  await addList(store, 'enterpriseUsers', 'group:9', [user(1)]);
  expect(await outcomes(reader, 'user-1\nuser-2\n3')).toEqual([
    'matched 1',
    'unmatchable not-synced',
    'unmatchable not-synced',
  ]);
});

test('an address and a username of one line must mean the same account', async () => {
  const { reader } = await synced(usersBetween(1, 3));
  const text = [
    'Name;E-Mail;User Name',
    'One;user-1@mail.example;user-1',
    'Two;user-2@mail.example;user-1',
    'Three;user-3@mail.example;gone',
    'Four;unknown@mail.example;user-3',
    'Five;;user-2',
    'Six;;',
  ].join('\r\n');
  const { header, lines } = await match(reader, text);
  expect(header).toEqual(['E-Mail', 'User Name']);
  expect(lines.map(outcomeOf)).toEqual([
    'matched 1',
    'ambiguous disagree 1 2',
    'ambiguous disagree 3',
    'ambiguous disagree 3',
    'matched 2',
    'unmatchable no-value',
  ]);
  expect(lines.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
});

test.each([
  ['a byte order mark, line breaks of Windows and tabs', '\uFEFFname\tmail\r\nOne\tuser-1@mail.example\r\n', ['Mail']],
  ['quotes with separators', 'name,mail\n"Lindgren, Mara","user-1@mail.example"\n', ['Mail']],
  ['semicolons without a header', 'Mara;user-1@mail.example;Berlin\n', null],
  ['a header in capital letters', 'USERNAME\nuser-1', ['USERNAME']],
  ['only a column with user IDs', 'name,user_id\nMara,1', ['user_id']],
  ['the ID of another system beside the username', 'id,login\n3,user-1', ['login']],
])('a list is read: %s', async (_, text, header) => {
  const { reader } = await synced(usersBetween(1, 3));
  const { lines, header: read } = await match(reader, text);
  expect([lines.map(outcomeOf), read?.map((name) => name.toLowerCase()) ?? null]).toEqual([
    ['matched 1'],
    header?.map((name) => name.toLowerCase()) ?? null,
  ]);
});

test('a line with several cells and no address is not guessed from names', async () => {
  const { reader } = await synced([user(1, { username: 'mara' })]);
  expect(await outcomes(reader, 'mara,lindgren\nmara\n"mara" x')).toEqual([
    'unmatchable no-header',
    'matched 1',
    'unknown',
  ]);
});

test('the same line several times counts several times, but means one person', async () => {
  const { reader } = await synced(usersBetween(1, 3));
  const { counts, people, peopleCount } = await match(reader, 'user-1\nuser-9\nUSER-1\nuser-1@mail.example\nuser-9\n');
  expect([counts, people, peopleCount]).toEqual([{ matched: 3, ambiguous: 0, unknown: 2, unmatchable: 0 }, [1], 1]);
});

test('500 leavers with typos, twins and unknown names: each line is in exactly one group, and no match is wrong', async () => {
  const random = createRandom(7, 'leavers');
  const people = usersBetween(1, 600, (id) =>
    user(id, id % 20 === 0 ? { email: `twin-${id - (id % 40)}@mail.example` } : {}),
  );
  const { reader } = await synced(people);
  const kinds = ['email', 'username', 'id', 'typo', 'unknown'] as const;
  const wanted = Array.from({ length: 500 }, (_, at) => {
    const row = people[at] as Row & { email: string; username: string };
    const kind = random.pick(kinds);
    const text = {
      email: row.email,
      username: row.username,
      id: String(row.id),
      typo: `${row.email}x`,
      unknown: `ghost-${at}`,
    };
    return { kind, row, text: text[kind] };
  });
  const { lines, counts } = await match(reader, wanted.map(({ text }) => text).join('\n'));
  const expected = wanted.map(({ kind, row, text }) => {
    const twins = people.filter((one) => one['email'] === text).map(({ id }) => id);
    if (kind === 'typo' || kind === 'unknown') return 'unknown';
    return twins.length > 1 ? `ambiguous several ${twins.join(' ')}` : `matched ${row.id}`;
  });
  expect(lines.map(({ line }) => line)).toEqual(wanted.map((_, at) => at + 1));
  expect(lines.map(outcomeOf)).toEqual(expected);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(500);
});

test('an address that this token can’t see is not dropped beside another address', async () => {
  const { store, reader } = await synced([publicUser(1), publicUser(2)]);
  await addList(store, 'enterpriseUsers', 'group:9', [user(2)]);
  // The first address may belong to another person
  expect(await outcomes(reader, 'user-1@mail.example,user-2@mail.example')).toEqual(['ambiguous disagree 2']);
});

test('an address that differs from the visible address of the account contradicts the username', async () => {
  const { store, reader } = await synced([publicUser(1), publicUser(2)]);
  await addList(store, 'enterpriseUsers', 'group:9', [user(2)]);
  const text = 'email,username\nother@mail.example,user-2\nuser-1@mail.example,user-1';
  expect(await outcomes(reader, text)).toEqual(['ambiguous disagree 2', 'matched 1']);
});

test('in a list without a header, each line of a quoted cell is a line', async () => {
  const { reader } = await synced(usersBetween(1, 3));
  // A spreadsheet quotes a copied cell that has several lines
  expect(await outcomes(reader, '"user-1@mail.example\nuser-2\n3"')).toEqual(['matched 1', 'matched 2', 'matched 3']);
  expect(await outcomes(reader, '"user-1\nuser-2\nuser-3"')).toEqual(['matched 1', 'matched 2', 'matched 3']);
});

test('the separator of the first line does not hide the addresses of other lines', async () => {
  const { reader } = await synced(usersBetween(1, 4));
  const text = 'user-1\nuser-2@mail.example;\nMara\tuser-3@mail.example\nMara;user-4@mail.example';
  expect(await outcomes(reader, text)).toEqual(['matched 1', 'matched 2', 'matched 3', 'matched 4']);
});

test('the addresses of enterprise users are compared too', async () => {
  const { store, reader } = await synced([user(2)]);
  await addList(store, 'enterpriseUsers', 'group:9', [user(2, { commit_email: 'commits@corp.example' })]);
  expect(await outcomes(reader, 'commits@corp.example')).toEqual(['matched 2']);
});

test('an account that the list of users no longer returns is not matched by another list', async () => {
  const { store, reader } = await synced([user(1), user(2)]);
  await addList(store, 'enterpriseUsers', 'group:9', [user(1, { public_email: 'public@corp.example' })]);
  await runSync(store, [{ pages: [[user(2)]] }], { now: 2_000, acceptNotReturned: true });
  const wanted = ['user-1', 'user-1@mail.example', 'public@corp.example'];
  expect(await outcomes(reader, wanted.join('\n'))).toEqual(wanted.map(() => 'ambiguous not-returned 1'));
});

test('an account that the list of users returns is matched, although another list no longer returns it', async () => {
  const { store, reader } = await synced([user(1)]);
  const place = { collection: 'serviceAccounts', scope: 'group:9' };
  await addList(store, place.collection, place.scope, [{ id: 1, username: 'user-1', name: 'Person 1' }]);
  await store.put({
    place: { collection: 'users', scope: '' },
    id: 1,
    record: user(1, { email: null }),
    by: 'details',
    now: 2_000,
  });
  await store.markDeleted({ place, id: 1, now: 2_000 });
  expect(await outcomes(reader, '1')).toEqual(['matched 1']);
});

test('older usernames and addresses in other lists match no account', async () => {
  const { store, reader } = await synced([user(1), user(2, { email: null })]);
  await addList(store, 'enterpriseUsers', 'group:9', [user(1, { email: 'old@corp.example' })]);
  await addList(store, 'members', 'project:7', [
    { id: 2, username: 'old-name', name: 'Person 2', access_level: 30 },
    { id: 3, username: 'former', name: 'Person 3', access_level: 30 },
  ]);
  await store.markDeleted({ place: { collection: 'members', scope: 'project:7' }, id: 3, now: 2_000 });
  expect(await outcomes(reader, 'old@corp.example\nold-name\nformer')).toEqual(['unknown', 'unknown', 'unknown']);
});

test('a column with user IDs is not compared with usernames', async () => {
  const { reader } = await synced([user(10), user(9, { username: '10' })]);
  expect(await outcomes(reader, 'user_id\n10')).toEqual(['matched 10']);
});

test('a first line with an address is no header', async () => {
  const { reader } = await synced(usersBetween(1, 2));
  expect(await outcomes(reader, 'user,user-1@mail.example\nuser-2')).toEqual(['matched 1', 'matched 2']);
});

test('a user without an address that is no longer returned hides no addresses', async () => {
  const { store, reader } = await synced([user(1), publicUser(2)]);
  expect(await outcomes(reader, 'unknown@mail.example')).toEqual(['unmatchable hidden-emails']);
  await runSync(store, [{ pages: [[user(1)]] }], { now: 2_000, acceptNotReturned: true });
  expect(await outcomes(reader, 'unknown@mail.example')).toEqual(['unknown']);
});
