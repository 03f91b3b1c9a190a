import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { days } from '#shared/time.ts';
import type { FilterOf } from '#shared/contract/collections.ts';
import { ended, rig, syncList, syncUsers, until, type Rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { castOf } from '../../platform/seed/cast.ts';
import { LEVEL } from '../../platform/world/levels.ts';
import { advanceClock } from '../changes-rig.ts';

afterEach(() => vi.restoreAllMocks());

const slice = { from: 0, count: 200 };
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

/** A project without members, whose members are only those of the test. */
function emptyProject({ platform: { world } }: Rig, path: string) {
  const like = world.projects.lookup(PROJECT_PATHS.other);
  const group = world.groups.add({
    ...{ name: path, path, parent_id: null, description: '', visibility: 'private', avatar_url: null },
    created_at: Date.now() - days(900),
  });
  if (like === undefined) throw new Error('there is no project to copy');
  const { id: _, ...fields } = like;
  const project = world.projects.add({ ...fields, name: path, path, namespace: { kind: 'group', id: group.id } });
  return { project, scope: `project:${project.id}` };
}

function addUser({ platform: { world } }: Rig, username: string, fields: Parameters<typeof world.users.edit>[1] = {}) {
  const seenAt = Date.now() - days(2);
  const user = world.users.add({ username, created_at: Date.now() - days(800), last_activity_on: seenAt, ...fields });
  return user.id;
}

function addMember({ platform: { world } }: Rig, projectId: number, userId: number, level: number, expiresAt?: number) {
  const terms = { access_level: level, created_at: Date.now() - days(300), created_by_id: 1 };
  const source = { kind: 'project', id: projectId } as const;
  return world.members.add({ source, user_id: userId, expires_at: expiresAt ?? null, ...terms });
}

async function membersWith({ client }: Rig, filter: FilterOf<'members'>, scope: string | null = null) {
  const { rows } = await client.members.list({ query: { scope, filter }, slice });
  return inOrder(rows.map(({ row }) => row.id));
}

/** A project with a maintainer of each kind. */
async function withAccounts(rigged: Rig) {
  const { project, scope } = emptyProject(rigged, 'reviewed');
  const today = Math.floor(Date.now() / days(1)) * days(1);
  const kinds = {
    fine: { two_factor_enabled: true },
    blocked: { state: 'blocked', two_factor_enabled: false },
    deactivated: { state: 'deactivated', two_factor_enabled: false },
    idle: { last_activity_on: today - days(91), two_factor_enabled: true },
    justActive: { last_activity_on: today - days(90), two_factor_enabled: true },
    neverActive: { last_activity_on: null, two_factor_enabled: true },
    newHere: { last_activity_on: null, created_at: Date.now() - days(3), two_factor_enabled: true },
    open: { two_factor_enabled: false },
    outside: { external: true, two_factor_enabled: true },
    bot: { type: 'project_bot', two_factor_enabled: false },
  } as const;
  const ids = Object.fromEntries(
    Object.entries(kinds).map(([name, fields]) => {
      const id = addUser(rigged, `kind_${name.toLowerCase()}`, fields);
      addMember(rigged, project.id, id, LEVEL.maintainer);
      return [name, id];
    }),
  ) as Record<keyof typeof kinds, number>;
  return { ids, project, scope };
}

test('members who are blocked or inactive, without two-factor, or external are found by what the list of users says', async () => {
  const rigged = await rig();
  const { ids, scope } = await withAccounts(rigged);
  await syncUsers(rigged.client);
  await syncList(rigged.client, 'members', scope);

  const left = [ids.blocked, ids.deactivated, ids.idle, ids.neverActive];
  expect(await membersWith(rigged, { account: 'blocked_or_inactive', access_level_min: 40 })).toEqual(inOrder(left));
  expect(await membersWith(rigged, { account: 'unknown' })).toEqual([]);
  // Blocked accounts cannot sign in, and bots have no two-factor
  expect(await membersWith(rigged, { two_factor: 'disabled', access_level_min: 40 })).toEqual([ids.open]);
  expect(await membersWith(rigged, { two_factor: 'unknown' })).toEqual([]);
  expect(await membersWith(rigged, { external: 'external', access_level_min: 30 })).toEqual([ids.outside]);
  expect(await membersWith(rigged, { external: 'unknown' })).toEqual([]);
  // Also as the values that the filter menu offers
  const { values } = await rigged.client.members.values({
    query: { scope },
    name: 'external',
    choices: [{ external: 'external' }, { external: 'unknown' }],
  });
  expect(values.map(({ rows }) => rows)).toEqual([1, 0]);
});

test('members without a row in a list of accounts are unknown, and never count as active, protected or internal', async () => {
  const rigged = await rig();
  const { ids, scope } = await withAccounts(rigged);
  await syncList(rigged.client, 'members', scope);
  const all = inOrder(Object.values(ids));
  // The membership itself says that an account is blocked, so that it cannot sign in
  const blocked = inOrder([ids.blocked, ids.deactivated]);
  const others = all.filter((id) => !blocked.includes(id));
  expect(await membersWith(rigged, { account: 'blocked_or_inactive' })).toEqual(blocked);
  expect(await membersWith(rigged, { account: 'unknown' })).toEqual(others);
  expect(await membersWith(rigged, { two_factor: 'disabled' })).toEqual([]);
  expect(await membersWith(rigged, { two_factor: 'unknown' })).toEqual(others);
  expect(await membersWith(rigged, { external: 'external' })).toEqual([]);
  expect(await membersWith(rigged, { external: 'unknown' })).toEqual(all);
});

test('a membership says that the account is blocked, until a newer list of users says the opposite', async () => {
  const rigged = await rig();
  const { ids, scope } = await withAccounts(rigged);
  const isListed = async () =>
    (await membersWith(rigged, { account: 'blocked_or_inactive' }, scope)).includes(ids.blocked);
  await syncUsers(rigged.client);
  await syncList(rigged.client, 'members', scope);
  expect(await isListed()).toBe(true);
  rigged.platform.world.users.edit(ids.blocked, { state: 'active' });
  advanceClock(1_000);
  await syncUsers(rigged.client);
  expect(await isListed()).toBe(false);
});

test('with a token that is not an administrator’s, users lack the fields, so that their members stay unknown', async () => {
  const rigged = await rig({ as: 'maintainer' });
  await syncUsers(rigged.client);
  const scope = `project:${rigged.platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0}`;
  await syncList(rigged.client, 'members', scope);
  const { live } = await rigged.client.members.summary({ scope });
  expect(live).toBeGreaterThan(0);
  expect(await membersWith(rigged, { two_factor: 'disabled' }, scope)).toEqual([]);
  // Only a token's own user is returned with all fields
  const { maintainer } = castOf(rigged.platform.world);
  const all = (await membersWith(rigged, {}, scope)).filter((id) => id !== maintainer.id);
  expect(all).toHaveLength(live - 1);
  expect(await membersWith(rigged, { external: 'unknown' }, scope)).toEqual(expect.arrayContaining(all));
  expect(await membersWith(rigged, { two_factor: 'unknown' }, scope)).not.toHaveLength(0);
});

test('after a change of a user, the same query of members has another result, and the window is notified', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { ids, scope } = await withAccounts(rigged);
  await syncUsers(client);
  await syncList(client, 'members', scope);
  const query = { scope, filter: { two_factor: 'disabled' as const } };
  const before = await client.members.list({ query, slice });
  expect(before.rows.map(({ row }) => row.id)).toEqual([ids.open]);

  const notified: { revision: number }[] = [];
  client.members.changed((change) => void notified.push(change));
  platform.world.users.edit(ids.fine, { two_factor_enabled: false });
  await client.users.refresh({ scope: '', id: ids.fine });
  const after = await client.members.list({ query, slice });
  expect(inOrder(after.rows.map(({ row }) => row.id))).toEqual(inOrder([ids.open, ids.fine]));
  expect(after.revision).toBeGreaterThan(before.revision);
  await until(
    () => notified.at(-1)?.revision,
    (revision) => revision === after.revision,
  );
});

test('a member whose account the list of users no longer returns counts as inactive, and is otherwise unknown', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { ids, scope } = await withAccounts(rigged);
  await syncUsers(client);
  await syncList(client, 'members', scope);
  platform.world.users.remove(ids.outside);
  await syncUsers(client);
  expect(await membersWith(rigged, { account: 'blocked_or_inactive' })).toContain(ids.outside);
  expect(await membersWith(rigged, { external: 'external' })).toEqual([]);
  expect(await membersWith(rigged, { external: 'unknown' })).toEqual([ids.outside]);
  expect(await membersWith(rigged, { two_factor: 'unknown' })).toEqual([ids.outside]);
});

test('a membership that is no longer returned does not say that an account is blocked', async () => {
  const rigged = await rig();
  const { world } = rigged.platform;
  const id = addUser(rigged, 'was_blocked', { state: 'blocked' });
  const [one, other] = ['left', 'stays'].map((path) => emptyProject(rigged, path));
  const member = addMember(rigged, one?.project.id ?? 0, id, LEVEL.maintainer);
  addMember(rigged, one?.project.id ?? 0, addUser(rigged, 'someone'), LEVEL.maintainer);
  await syncList(rigged.client, 'members', one?.scope ?? '');
  world.members.remove(member.id);
  world.users.edit(id, { state: 'active' });
  addMember(rigged, other?.project.id ?? 0, id, LEVEL.maintainer);
  for (const { scope } of [one, other].filter((place) => place !== undefined))
    await syncList(rigged.client, 'members', scope);
  expect(await membersWith(rigged, { account: 'blocked_or_inactive' })).toEqual([]);
});

test('a service account needs no two-factor, although no list says whether it has it', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const group = platform.world.groups.lookup(GROUP_PATHS.top);
  if (group === undefined) throw new Error('there is no group');
  const [account] = platform.world.serviceAccounts.of(group);
  const { project, scope } = emptyProject(rigged, 'automated');
  addMember(rigged, project.id, account?.id ?? 0, LEVEL.maintainer);
  await syncList(client, 'members', scope);
  expect(await membersWith(rigged, { two_factor: 'unknown' })).toEqual([account?.id]);
  await syncList(client, 'serviceAccounts', `group:${group.id}`);
  for (const two_factor of ['unknown', 'disabled'] as const)
    expect(await membersWith(rigged, { two_factor })).toEqual([]);
});

test('if users and enterprise users differ, the newer row counts', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const group = platform.world.groups.lookup(GROUP_PATHS.top);
  if (group === undefined) throw new Error('there is no group');
  const [user] = platform.world.enterpriseUsers.of(group).filter((one) => one.state === 'active');
  const { project, scope } = emptyProject(rigged, 'differs');
  const id = user?.id ?? 0;
  addMember(rigged, project.id, id, LEVEL.owner);
  await syncList(client, 'members', scope);
  const lacking = () => membersWith(rigged, { two_factor: 'disabled' }, scope);
  const set = (has: boolean) => platform.world.users.edit(id, { two_factor_enabled: has });

  set(true);
  await syncUsers(client);
  expect(await lacking()).toEqual([]);
  set(false);
  advanceClock(1_000);
  await syncList(client, 'enterpriseUsers', `group:${group.id}`);
  expect(await lacking()).toEqual([id]);
  set(true);
  advanceClock(2_000);
  await syncUsers(client);
  expect(await lacking()).toEqual([]);
  expect(await membersWith(rigged, { two_factor: 'unknown' }, scope)).toEqual([]);
});

test('an only Owner has no other Owner with an active account', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const people = ['first', 'second', 'third'].map((name) => addUser(rigged, `owner_${name}`));
  const [first = 0, second = 0, third = 0] = people;
  const gone = addUser(rigged, 'owner_blocked', { state: 'blocked' });
  const places = ['alone', 'with_blocked', 'two', 'only_blocked'].map((path) => emptyProject(rigged, path));
  const [alone, withBlocked, two, onlyBlocked] = places.map(({ project }) => project.id);
  addMember(rigged, alone ?? 0, first, LEVEL.owner);
  addMember(rigged, alone ?? 0, second, LEVEL.maintainer);
  addMember(rigged, withBlocked ?? 0, second, LEVEL.owner);
  addMember(rigged, withBlocked ?? 0, gone, LEVEL.owner);
  addMember(rigged, two ?? 0, second, LEVEL.owner);
  addMember(rigged, two ?? 0, third, LEVEL.owner);
  addMember(rigged, onlyBlocked ?? 0, gone, LEVEL.owner);
  for (const { scope } of places) await syncList(client, 'members', scope);
  const { rows } = await client.members.list({ query: { scope: null, filter: { only_owner: true } }, slice });
  const found = rows.map(({ row, scope }) => `${scope} ${row.id}`).toSorted();
  expect(found).toEqual(
    [`project:${alone} ${first}`, `project:${withBlocked} ${second}`, `project:${onlyBlocked} ${gone}`].toSorted(),
  );
});

test('external members without an expiry date are a list, those with one are not in it', async () => {
  const rigged = await rig();
  const { project, scope } = emptyProject(rigged, 'partners');
  const [endless, ending] = ['endless', 'ending'].map((name) => addUser(rigged, name, { external: true }));
  addMember(rigged, project.id, endless ?? 0, LEVEL.developer);
  addMember(rigged, project.id, ending ?? 0, LEVEL.developer, Math.floor(Date.now() / days(1)) * days(1) + days(30));
  await syncUsers(rigged.client);
  await syncList(rigged.client, 'members', scope);
  expect(await membersWith(rigged, { external: 'external', never_expires: true })).toEqual([endless]);
});

test('tokens that were not used for 90 days include those that were never used and are that old', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const group = world.groups.lookup(GROUP_PATHS.top);
  if (group === undefined) throw new Error('there is no group');
  const account = world.serviceAccounts.add(group, { name: 'Old', username: 'old-tokens', createdById: null });
  const today = Math.floor(Date.now() / days(1)) * days(1);
  const add = (name: string, scopes: string[], createdDays: number, usedDays: number | null, revoked = false) =>
    world.tokens.add({
      ...{ value: `pat-${name}`, user_id: account.id, name, description: '', scopes, revoked },
      ...{ created_at: today - days(createdDays), last_used_at: usedDays === null ? null : today - days(usedDays) },
      expires_at: today + days(100),
    });
  add('used-long-ago', ['api'], 300, 91);
  add('used', ['api'], 300, 90);
  add('never-used', ['api', 'read_user'], 91, null);
  add('new', ['api'], 90, null);
  add('reads', ['read_api'], 300, 91);
  add('revoked', ['api'], 300, 91, true);
  await syncList(client, 'accessTokens', `group:${group.id}`);
  const filter = { user_id: account.id, state: 'active' as const, scopes: ['api'], unused_days: 90 };
  const { rows } = await client.accessTokens.list({ query: { scope: null, filter }, slice });
  expect(rows.map(({ row }) => row.name).toSorted()).toEqual(['never-used', 'used-long-ago']);
});

test('deploy keys that can push, of people who left: blocked, no longer returned, or unknown', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const push = world.keys.deployKeyProjects.filter(({ can_push: can }) => can).map((one) => one.deploy_key_id);
  const deployKeys = world.keys.all().filter(({ id }) => push.includes(id));
  const [ofOne, ofOther] = deployKeys;
  if (ofOne === undefined || ofOther === undefined) throw new Error('too few deploy keys');
  const [leaver, deleted] = ['leaver', 'deleted'].map((username) => world.users.add({ username }).id);
  ofOne.user_id = leaver ?? 0;
  ofOther.user_id = deleted ?? 0;
  const lookUp = async () => {
    const { found } = await client.keys.read({ text: deployKeys.map(({ key }) => key).join('\n') });
    await ended(client, (await client.keys.lookUp({ queries: found })).id);
  };
  const keysOf = async (owner_account: 'left' | 'unknown') => {
    const filter = { kind: 'deploy' as const, can_push: true, owner_account };
    return inOrder((await client.keys.list({ query: { scope: '', filter }, slice })).rows.map(({ row }) => row.id));
  };

  await lookUp();
  await syncUsers(client);
  expect(await keysOf('left')).toEqual([]);
  expect(await keysOf('unknown')).toEqual([]);
  world.users.edit(leaver ?? 0, { state: 'blocked' });
  world.users.remove(deleted ?? 0);
  await syncUsers(client);
  expect(await keysOf('left')).toEqual(inOrder([ofOne.id, ofOther.id]));
  // The row of a key says that its owner is blocked, until a newer list of users says the opposite
  advanceClock(1_000);
  await lookUp();
  world.users.edit(leaver ?? 0, { state: 'active' });
  expect(await keysOf('left')).toContain(ofOne.id);
  advanceClock(2_000);
  await syncUsers(client);
  expect(await keysOf('left')).not.toContain(ofOne.id);
});

test('a deploy key whose owner is not known is found with the value unknown', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const [first] = world.keys.deployKeyProjects.filter(({ can_push: can }) => can);
  const key = world.keys.get(first?.deploy_key_id ?? 0);
  if (key === undefined) throw new Error('there is no deploy key');
  key.user_id = null;
  const { found } = await client.keys.read({ text: key.key });
  await ended(client, (await client.keys.lookUp({ queries: found })).id);
  const filter = { kind: 'deploy' as const, can_push: true, owner_account: 'unknown' as const };
  const { rows } = await client.keys.list({ query: { scope: '', filter }, slice });
  expect(rows.map(({ row }) => row.id)).toEqual([key.id]);
});

const worklists = [
  [
    'members',
    'members/members-list.ts',
    'accessList',
    ['inactive', 'noTwoFactor', 'external', 'onlyOwners', 'endless'],
  ],
  ['accessTokens', 'access-tokens/tokens-list.ts', 'tokensList', ['idle-api']],
  ['keys', 'keys/keys-list.ts', 'keysList', ['left']],
] as const satisfies readonly (readonly [string, string, string, readonly string[]])[];

/** The built-in views of a list of the window. */
async function viewsOf(page: string, name: string) {
  const path = join(process.cwd(), 'src-renderer/pages', page);
  const lists = (await import(pathToFileURL(path).href)) as Record<
    string,
    { views: readonly { id: string; query: { filter: FilterOf<'members'> } }[] }
  >;
  return lists[name]?.views ?? [];
}

test('in the company of the demo, each worklist finds a few rows', async () => {
  const { client, platform } = await rig({ hostile: false, users: 500 });
  const { world } = platform;
  await syncUsers(client);
  for (const { id } of world.projects.all()) await syncList(client, 'members', `project:${id}`);
  await syncList(client, 'accessTokens', `group:${world.groups.lookup(GROUP_PATHS.top)?.id ?? 0}`);
  const deployKeys = world.keys.all().filter(({ kind }) => kind === 'deploy');
  const { found } = await client.keys.read({ text: deployKeys.map(({ key }) => key).join('\n') });
  await ended(client, (await client.keys.lookUp({ queries: found })).id);
  const totals: Record<string, number> = {};
  for (const [collection, page, name, ids] of worklists) {
    const { list } = client[collection as 'members'];
    for (const { id, query } of (await viewsOf(page, name)).filter((view) => ids.some((id) => id === view.id)))
      totals[`${collection} ${id}`] = (await list({ query: { scope: null, filter: query.filter }, slice })).total;
  }
  expect(Object.keys(totals)).toHaveLength(7);
  expect(Object.entries(totals).filter(([, total]) => total === 0 || total > 15)).toEqual([]);
});
