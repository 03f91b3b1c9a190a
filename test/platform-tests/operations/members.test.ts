import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { SOLE_OWNED_PATH } from '../../platform/seed/enterprise-users.ts';
import { GUILD_PATH } from '../../platform/seed/members.ts';
import { askWith, expectOk, expectRoles, tokenFor, values } from '../accounts-rig.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { ENTERPRISE_MEMBER, IDENTIFIED_MEMBER, MEMBER, SEATED_MEMBER } from '../resources/members.ts';
import { AT_MS, ask, ids, start } from '../rig.ts';

const PATH = '/projects/acme%2Fcore/members';
const WEBSITE = '/projects/acme%2Fwebsite/members';

const coreId = ({ world }: Platform) => world.projects.lookup('acme/core')?.id ?? 0;
const add = (platform: Platform, body: object, path = PATH) => ask(platform, 'maintainer', path, json('POST', body));

test('the members of a project are visible to every user who can see the project', async () => {
  const platform = await start();
  const see = { admin: 200, auditor: 200, owner: 200, guest: 200 };
  for (const path of [PATH, `${PATH}/all`, `${PATH}/4`, `${PATH}/all/4`]) {
    await expectRoles(platform, path, { ...see, outsider: 404, anonymous: 401 });
  }
  await expectRoles(platform, `${WEBSITE}/all`, { outsider: 200, anonymous: 401 });
});

test('direct members are only those of the project, in pages', async () => {
  const platform = await start();
  const answer = await ask(platform, 'guest', PATH);
  const direct = platform.world.members.of('project', coreId(platform)).map(({ user_id }) => user_id);
  expect(ids(answer)).toEqual(direct);
  for (const member of answer.rows) expect(fieldsOf(member)).toEqual(MEMBER);
  expect(answer.rows.find(({ id }) => id === 4)).toMatchObject({ username: 'maintainer', access_level: 40 });
  const second = await ask(platform, 'guest', `${PATH}?per_page=3&page=2`);
  expect(ids(second)).toEqual(direct.slice(3, 6));
  expect(second.headers.get('x-total')).toBe(String(direct.length));
});

test('members are filtered by name, by IDs and by excluded IDs', async () => {
  const platform = await start();
  const found = async (query: string) => ids(await ask(platform, 'guest', `${PATH}?${query}`));
  expect(await found('query=MAINTAIN')).toEqual([4]);
  expect(await found('user_ids[]=4&user_ids[]=5')).toEqual([4, 5]);
  expect(await found('user_ids=4,5&query=dev')).toEqual([5]);
  const all = await found('');
  expect(await found('skip_users[]=4&skip_users[]=5')).toEqual(all.filter((id) => id !== 4 && id !== 5));
  expect(ids(await ask(platform, 'guest', `${PATH}/all?query=owner&user_ids[]=3`))).toEqual([3]);
  expect((await ask(platform, 'guest', `${PATH}?user_ids=abc`)).status).toBe(400);
});

test('seat information is returned if requested', async () => {
  const platform = await start();
  const { rows } = await ask(platform, 'guest', `${PATH}?show_seat_info=true`);
  for (const member of rows) {
    expect(fieldsOf(member)).toEqual(SEATED_MEMBER);
    expect(typeof member.is_using_seat).toBe('boolean');
  }
  expect((await ask(platform, 'guest', `${PATH}?show_seat_info=maybe`)).status).toBe(400);
});

test('all members include inherited and invited ones, each once with the highest level', async () => {
  const platform = await start();
  const { world } = platform;
  const top = world.groups.lookup('acme')?.id ?? 0;
  const join = (userId: number, level: number) =>
    world.members.add({
      source: { kind: 'group', id: top },
      user_id: userId,
      access_level: level,
      created_at: AT_MS,
      created_by_id: null,
      expires_at: null,
    });
  join(7, 30);
  join(4, 10);
  const all = await ask(platform, 'owner', `${PATH}/all?per_page=100`);
  const numbers = ids(all);
  expect(new Set(numbers).size).toBe(numbers.length);
  const levelOf = (id: number) => all.rows.find((row) => row.id === id)?.access_level;
  expect([levelOf(3), levelOf(4), levelOf(7)]).toEqual([50, 40, 30]);
  expect(row(await ask(platform, 'owner', `${PATH}/7`)).access_level).toBe(10);
  expect(row(await ask(platform, 'owner', `${PATH}/all/7`)).access_level).toBe(30);
  for (const [i, member] of all.rows.entries()) {
    expect([MEMBER, IDENTIFIED_MEMBER, ENTERPRISE_MEMBER], `row ${i}`).toContainEqual(fieldsOf(member));
  }
});

test('members of an invited group have at most its level, and are visible only to users who can see that group', async () => {
  const platform = await start();
  const { world } = platform;
  const skunkworks = world.groups.lookup(SOLE_OWNED_PATH)?.id ?? 0;
  const [leader] = world.members.of('group', skunkworks);
  const id = String(leader?.user_id);
  expect(row(await ask(platform, 'guest', `${PATH}/all/${id}`)).access_level).toBe(30);
  const secret = tokenFor(platform, world.users.get(Number(id))!);
  expect((await askWith(platform, secret, `${PATH}/all`)).status).toBe(200);

  const guild = world.groups.lookup(GUILD_PATH)!;
  const guests = world.members.of('group', guild.id).map(({ user_id }) => user_id);
  expect(ids(await ask(platform, 'outsider', `${WEBSITE}/all`))).toEqual(expect.arrayContaining(guests));
  guild.visibility = 'private';
  const hidden = ids(await ask(platform, 'outsider', `${WEBSITE}/all`));
  expect(hidden.filter((one) => guests.includes(Number(one)))).toEqual([]);
  expect(ids(await ask(platform, 'owner', `${WEBSITE}/all`))).toEqual(expect.arrayContaining(guests));
});

test('members who await approval have no access, and can be filtered by `state`', async () => {
  const platform = await start();
  const waiting = platform.world.members.find(({ state }) => state === 'awaiting');
  const awaiting = ids(await ask(platform, 'owner', `${PATH}/all?state=awaiting`));
  const active = ids(await ask(platform, 'owner', `${PATH}/all?state=active&per_page=100`));
  expect(awaiting).toEqual([waiting?.user_id]);
  expect(active).not.toContain(waiting?.user_id);
  expect(active).toContain(3);
  const secret = tokenFor(platform, platform.world.users.get(waiting?.user_id ?? 0)!);
  expect((await askWith(platform, secret, PATH)).status).toBe(404);
  expect((await ask(platform, 'owner', `${PATH}/all?state=blocked`)).status).toBe(400);
});

test('a single member is found among direct members or among all', async () => {
  const platform = await start();
  expect(row(await ask(platform, 'guest', `${PATH}/5`))).toMatchObject({ id: 5, access_level: 30 });
  const inherited = platform.world.members.find(
    ({ source, user_id }) => source.kind === 'group' && source.id === 1 && user_id > 10,
  );
  const id = String(inherited?.user_id);
  expect((await ask(platform, 'guest', `${PATH}/${id}`)).status).toBe(404);
  expect((await ask(platform, 'guest', `${PATH}/all/${id}`)).status).toBe(200);
  expect((await ask(platform, 'guest', `${PATH}/6`)).status).toBe(404);
  expect((await ask(platform, 'guest', `${PATH}/all/6`)).status).toBe(404);
  expect([400, 404]).toContain((await ask(platform, 'guest', `${PATH}/abc`)).status);
});

test('email addresses and identities are visible only to Owners of the group', async () => {
  const platform = await start();
  const { world } = platform;
  const [user] = world.enterpriseUsers.of(world.groups.lookup('acme')!);
  await add(platform, { user_id: user?.id, access_level: 10 });
  const of = async (who: 'owner' | 'maintainer', id: unknown) =>
    row(await ask(platform, who, `${PATH}/all/${String(id)}`));
  const seen = await of('owner', user?.id);
  expect(fieldsOf(seen)).toEqual(ENTERPRISE_MEMBER);
  expect(seen.email).toBe(user?.email);
  expect(seen.group_saml_identity).toEqual(user?.identities.find(({ provider }) => provider === 'group_saml') ?? null);
  expect(fieldsOf(await of('maintainer', user?.id))).toEqual(MEMBER);
  const member = await of('owner', 4);
  expect(fieldsOf(member)).toEqual(IDENTIFIED_MEMBER);
  expect(member.group_saml_identity).toBeNull();
});

test('the owner of a personal namespace is listed as a member of its projects', async () => {
  const platform = await start();
  expect((await ask(platform, 'developer', '/projects/developer%2Fdotfiles/members')).rows).toMatchObject([
    { id: 5, access_level: 50 },
  ]);
});

test('Maintainers can add members up to their own level', async () => {
  const platform = await start();
  const body = json('POST', { user_id: 6, access_level: 20 });
  await expectRoles(platform, PATH, { developer: 403, guest: 403, auditor: 403, outsider: 404, anonymous: 401 }, body);
  await expectRoles(platform, PATH, { maintainer: 201 }, body);
  expect(row(await ask(platform, 'outsider', `${PATH}/6`))).toMatchObject({ id: 6, access_level: 20 });
  expect((await add(platform, { user_id: 2, access_level: 50 })).status).toBe(403);
  expectOk(await ask(platform, 'owner', PATH, json('POST', { user_id: 2, access_level: 50 })));
});

test('a member is added by ID or user name, with an expiry date', async () => {
  const platform = await start();
  const { world } = platform;
  const role = world.members.roles.all()[0];
  const until = new Date(AT_MS + 30 * DAY_MS).toISOString().slice(0, 10);
  const pairs = { username: 'outsider', access_level: '30', expires_at: until, invite_source: 'console' };
  expectOk(
    await ask(
      platform,
      'maintainer',
      PATH,
      form('POST', Object.entries({ ...pairs, member_role_id: String(role?.id) })),
    ),
  );
  const member = row(await ask(platform, 'guest', `${PATH}/6`));
  expect(member).toMatchObject({ id: 6, access_level: 30, expires_at: until, created_by: { id: 4 } });
  const stored = world.members.of('project', coreId(platform)).find(({ user_id }) => user_id === 6);
  expect(stored).toMatchObject({ invite_source: 'console', member_role_id: role?.id });
  platform.clock.set(Date.parse(until));
  expect((await ask(platform, 'outsider', PATH)).status).toBe(404);
});

test('several members are added at once, by IDs or user names', async () => {
  const platform = await start();
  const [one, two] = platform.world.users
    .ordered('id')
    .filter(({ id, type, state }) => id > 40 && type === 'human' && state === 'active');
  expectOk(await add(platform, { user_id: `6,${one?.id}`, access_level: 10 }));
  expectOk(await add(platform, { username: `auditor,${two?.username}`, access_level: 10, member_role_id: null }));
  const numbers = values(await ask(platform, 'guest', `${PATH}?per_page=100`), 'id');
  expect(numbers).toEqual(expect.arrayContaining([6, one?.id, 2, two?.id]));
});

test.each<[object, number[]]>([
  [{ access_level: 30 }, [400]],
  [{ user_id: 6, access_level: 31 }, [400]],
  [{ user_id: 6, access_level: 'high' }, [400]],
  [{ user_id: 'abc', access_level: 30 }, [400, 404]],
  [{ user_id: 999_999, access_level: 30 }, [400, 404]],
  [{ username: 'no-such-user', access_level: 30 }, [400, 404]],
  [{ user_id: 6, access_level: 30, expires_at: '2020-01-01' }, [400]],
  [{ user_id: 6, access_level: 30, expires_at: 'soon' }, [400]],
  [{ user_id: 6, access_level: 30, member_role_id: 99 }, [400, 404]],
  [{ user_id: 6, access_level: 20, member_role_id: 1 }, [400]],
  [{ user_id: 5, access_level: 30 }, [400, 409]],
  [{ user_id: 3, access_level: 10 }, [400, 409]],
])('adding %j is refused', async (body, statuses) => {
  const platform = await start();
  const before = platform.world.members.size;
  expect(statuses).toContain((await add(platform, body)).status);
  expect(platform.world.members.size).toBe(before);
});

test('without a level, a member is refused or becomes a Developer', async () => {
  const platform = await start();
  const answer = await add(platform, { user_id: 6 });
  if (answer.status !== 400) expect(row(answer).access_level).toBe(30);
});

test('a service account can’t be added outside of the group that created it', async () => {
  const platform = await start();
  const make = async (group: string) =>
    row(await ask(platform, 'owner', `/groups/${group}/service_accounts`, json('POST', {}))).id;
  const [fromTop, fromBelow] = [await make('acme'), await make('acme%2Fplatform')];
  const images = '/projects/acme%2Fplatform%2Frunner-images/members';
  expectOk(await add(platform, { user_id: fromTop, access_level: 30 }, images));
  expectOk(await add(platform, { user_id: fromTop, access_level: 30 }));
  expect((await add(platform, { user_id: fromBelow, access_level: 30 })).status).toBe(400);
  const warehouse = json('POST', { user_id: fromTop, access_level: 30 });
  expect((await ask(platform, 'outsider', '/projects/globex%2Fwarehouse/members', warehouse)).status).toBe(400);
});
