import { expect, test } from 'vitest';
import type { FoundPerson } from '#main/cache/read/people/people-reader.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { openBoth, runSync } from '../rig.ts';
import { user } from '../rows.ts';

/** Sync a list of one scope. */
async function sync(store: CacheWriter, collection: CollectionName, scope: string, rows: object[], now = 1_000) {
  const place = { collection, scope };
  await store.beginList({ place, estimatedRows: null, now });
  await store.putListPage({ place, rows, now });
  await store.finishSyncRun({ place, now, acceptNotReturned: true });
}

async function personOf(reader: CacheReader, id: number): Promise<FoundPerson> {
  const [found] = (await reader.people({ ids: [id] })).people;
  if (!found) throw new Error(`the cache names no person ${id}`);
  return found;
}

/** The value of each field, with the list that it is from. */
const factsOf = ({ row, sourceOf, sources }: FoundPerson): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, [value, sources[sourceOf[field] ?? -1]?.collection]]),
  );

const member = (id: number, more: object = {}) => ({
  ...{ id, username: `user-${id}`, name: `Person ${id}`, state: 'active', access_level: 30 },
  ...{ is_direct: true, direct_access_level: 30, expires_at: null, ...more },
});
const author = (id: number) => ({ id, username: `user-${id}`, name: `Person ${id}`, state: 'blocked' });
const issue = (id: number, by: number, state = 'opened') => ({
  ...{ id, iid: id, project_id: 7, title: `Issue ${id}`, state, author: author(by) },
  ...{ updated_at: `2026-01-0${id}T00:00:00Z`, references: { full: `corp/app#${id}` } },
});

test('each field is from the newest row that has it; null counts as a value, a missing field does not', async () => {
  const { store, reader } = await openBoth();
  const sent = user(5, { name: 'Old name', note: 'Only here', last_sign_in_at: '2026-01-01T00:00:00Z' });
  await runSync(store, [{ pages: [[sent]] }], { now: 1_000 });
  await sync(
    store,
    'members',
    'project:7',
    [member(5, { name: 'Middle name', created_at: '2026-02-02T00:00:00Z' })],
    2_000,
  );
  const enterprise = { id: 5, username: 'user-5', name: 'New name', last_sign_in_at: null, two_factor_enabled: true };
  await sync(store, 'enterpriseUsers', 'group:3', [enterprise], 3_000);
  const person = await personOf(reader, 5);
  expect(person.kind).toBe('enterprise-user');
  expect(factsOf(person)).toMatchObject({
    name: ['New name', 'enterpriseUsers'],
    last_sign_in_at: [null, 'enterpriseUsers'],
    two_factor_enabled: [true, 'enterpriseUsers'],
    note: ['Only here', 'users'],
    state: ['active', 'members'],
    // The members of a project have the time of the membership in this field
    created_at: [sent['created_at'], 'users'],
  });
  expect(factsOf(person)).not.toHaveProperty('access_level');
  expect(person.sources.map(({ collection, scope, listFetchedAt }) => [collection, scope, listFetchedAt])).toEqual([
    ['enterpriseUsers', 'group:3', 3_000],
    ['members', 'project:7', 2_000],
    ['users', '', 1_000],
  ]);
});

test('details that are newer than the list are the newer row', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(5, { name: 'Of the list' })]] }], { now: 1_000 });
  await sync(store, 'serviceAccounts', '', [{ id: 5, username: 'user-5', name: 'Of the accounts' }], 2_000);
  expect(factsOf(await personOf(reader, 5))['name']).toEqual(['Of the accounts', 'serviceAccounts']);
  const place = { collection: 'users.detail', scope: '' };
  await store.put({ place, id: 5, record: user(5, { name: 'Of the details' }), by: 'details', now: 3_000 });
  const person = await personOf(reader, 5);
  expect(factsOf(person)['name']).toEqual(['Of the details', 'users']);
  expect(person.kind).toBe('service-account');
});

test('a row that is still returned comes before a newer one that is not, also for the kind', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(5), user(6)]] }], { now: 1_000 });
  await sync(
    store,
    'enterpriseUsers',
    'group:3',
    [{ id: 5, username: 'u', name: 'Of the group', commit_email: 'c@d' }],
    2_000,
  );
  await store.markDeleted({ place: { collection: 'enterpriseUsers', scope: 'group:3' }, id: 5, now: 3_000 });
  const person = await personOf(reader, 5);
  expect(person.kind).toBe('user');
  expect(factsOf(person)).toMatchObject({ name: ['Person 5', 'users'], commit_email: ['c@d', 'enterpriseUsers'] });
  expect(person.sources[1]).toMatchObject({ notReturnedSince: 3_000, deletedAt: 3_000 });
  await runSync(store, [{ pages: [[user(6)]] }], { now: 4_000, acceptNotReturned: true });
  expect(await personOf(reader, 5)).toMatchObject({ kind: 'enterprise-user', sources: [{}, {}] });
});

test('a person who is only a member, and a person that only other rows name; null for an ID that no row names', async () => {
  const { store, reader } = await openBoth();
  await sync(store, 'members', 'project:7', [member(5, { created_by: { id: 9, name: 'Creator' } })]);
  await sync(store, 'issues', 'project:7', [issue(1, 8)]);
  const { people } = await reader.people({ ids: [8, 404, 5, 9] });
  expect(people.map((one) => one?.kind)).toEqual(['author', undefined, 'member', 'author']);
  expect(people[1]).toBeNull();
  const [named, , , creator] = people;
  expect(named?.sources).toMatchObject([{ collection: 'issues', scope: 'project:7', listFetchedAt: 1_000 }]);
  expect(factsOf(named as FoundPerson)).toMatchObject({ state: ['blocked', 'issues'], name: ['Person 8', 'issues'] });
  expect(factsOf(creator as FoundPerson)).toEqual({ name: ['Creator', 'members'] });
  expect(people[2]?.memberships[0]?.addedBy).toEqual({ id: 9, name: 'Creator' });
});

test('an Owner has the number of other Owners with an active account that are still returned; other members have none', async () => {
  const { store, reader } = await openBoth();
  const owner = (id: number) => member(id, { access_level: 50 });
  const blocked = member(7, { access_level: 50, state: 'blocked' });
  await sync(store, 'members', 'project:7', [owner(5), owner(6), owner(8), member(9), blocked]);
  await sync(store, 'members', 'project:8', [owner(5), member(6)]);
  await store.markDeleted({ place: { collection: 'members', scope: 'project:7' }, id: 8, now: 2_000 });
  const { people, syncedProjects } = await reader.people({ ids: [5, 6, 8, 9, 7] });
  expect(people.map((one) => one?.memberships.map(({ otherOwners }) => otherOwners))).toEqual([
    [1, 0],
    [1, null],
    [null],
    [null],
    [2],
  ]);
  expect(syncedProjects.toSorted()).toEqual(['project:7', 'project:8']);
});

test('issues, merge requests and notes are counted by ID, commits by confirmed addresses, each commit once', async () => {
  const { store, reader } = await openBoth();
  const sent = user(5, {
    email: 'Ann@corp.example',
    unconfirmed_email: 'other@corp.example',
    commit_email: '_private',
  });
  await runSync(store, [{ pages: [[sent, user(6, { username: 'user-5', name: 'Person 5', email: '' })]] }]);
  await sync(store, 'issues', 'project:7', [issue(1, 5), issue(2, 5, 'closed'), issue(3, 6)]);
  await sync(store, 'notes', 'project:7/issue:1', [{ id: 1, body: 'Yes', author: author(5) }]);
  const commit = (n: number, author_email: string) => ({
    id: String(n).repeat(40),
    author_name: 'Person 5',
    author_email,
  });
  await sync(store, 'commits', 'project:7', [commit(1, 'ann@CORP.example'), commit(2, 'other@corp.example')]);
  await sync(store, 'commits', 'project:7/ref:main', [commit(1, 'ann@CORP.example')]);
  const person = await personOf(reader, 5);
  expect(person.work).toEqual({
    issues: { count: 2, open: 1, places: 1 },
    mergeRequests: { count: 0, open: 0, places: 0 },
    notes: { count: 1, open: null, places: 1 },
    commits: { count: 1, open: null, places: 2 },
  });
  expect((await personOf(reader, 6)).work).toMatchObject({ issues: { count: 1 }, commits: null });
});

test('tokens are counted for the service accounts of groups only, and not known before their first sync', async () => {
  const { store, reader } = await openBoth();
  const account = (id: number) => ({ id, username: `bot-${id}`, name: `Bot ${id}` });
  await sync(store, 'serviceAccounts', '', [account(4)]);
  await sync(store, 'serviceAccounts', 'group:3', [account(5), account(6)]);
  expect((await personOf(reader, 5)).tokens).toEqual({ active: 0, count: 0, syncedAt: null });
  const token = (id: number, active: boolean) => ({ id, name: `Token ${id}`, active, revoked: !active, user_id: 5 });
  await sync(store, 'accessTokens', 'group:3', [token(1, true), token(2, false)], 2_000);
  const { people } = await reader.people({ ids: [4, 5, 6] });
  expect(people.map((one) => one?.tokens)).toEqual([
    null,
    { active: 1, count: 2, syncedAt: 2_000 },
    { active: 0, count: 0, syncedAt: 2_000 },
  ]);
});

test('rows that are too large together are cut, and the answer says so', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(5, { note: 'n'.repeat(1_500_000), email: 'ann@corp.example' })]] }]);
  expect(await personOf(reader, 5)).toMatchObject({ isCut: false });
  const long = { bio: 'b'.repeat(1_500_000), scim_identities: [] };
  await sync(store, 'enterpriseUsers', 'group:3', [{ id: 5, username: 'user-5', name: 'Ann', ...long }], 9_000);
  const { row, isCut } = await personOf(reader, 5);
  expect(isCut).toBe(true);
  expect(String(row['bio']).length + String(row['note']).length).toBeLessThan(2_500_000);
  expect(row).toMatchObject({ username: 'user-5', email: 'ann@corp.example' });
});

test('keys of the person and deploy keys that the person created are counted apart', async () => {
  const { store, reader } = await openBoth();
  const key = (id: number, kind: string, by: number) => ({ id, answer: 'known', kind, user: { id: by, name: 'Ann' } });
  await sync(store, 'keys', '', [key(1, 'ssh', 5), key(2, 'deploy', 5), key(3, 'deploy', 5), key(4, 'ssh', 6)]);
  expect(await personOf(reader, 5)).toMatchObject({ kind: 'author', keys: 1, deployKeys: 2 });
});

test('rows that are no longer returned are not counted for a person', async () => {
  const { store, reader } = await openBoth();
  await sync(store, 'issues', 'project:7', [issue(1, 5), issue(2, 5), issue(3, 5)]);
  const key = (id: number) => ({ id, answer: 'known', kind: 'ssh', user: author(5) });
  await sync(store, 'keys', '', [key(1), key(2)]);
  await store.markDeleted({ place: { collection: 'issues', scope: 'project:7' }, id: 3, now: 2_000 });
  await store.markDeleted({ place: { collection: 'keys', scope: '' }, id: 1, now: 2_000 });
  const person = await personOf(reader, 5);
  expect(person).toMatchObject({ work: { issues: { count: 2, open: 2, places: 1 } }, keys: 1 });
  // The author is read from the newest row that is still returned
  expect(person.sources.map(({ notReturnedSince }) => notReturnedSince)).toEqual([null]);
});

test('a list whose first sync has not ended does not count as synced', async () => {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [[user(5)]] }]);
  for (const [collection, row] of [
    ['members', member(5)],
    ['issues', issue(1, 5)],
  ] as const) {
    const place = { collection, scope: 'project:7' };
    await store.beginList({ place, estimatedRows: null, now: 1_000 });
    await store.putListPage({ place, rows: [row], now: 1_000 });
  }
  expect((await reader.people({ ids: [5] })).syncedProjects).toEqual([]);
  expect((await personOf(reader, 5)).work.issues.places).toBe(0);
});
