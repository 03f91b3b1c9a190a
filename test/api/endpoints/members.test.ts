import { expect, test } from 'vitest';
import { members } from '#main/api/endpoints/members.ts';
import type { Platform } from '../../platform/platform.ts';
import { failureOf, json, testServer, senderTo } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const path = { id: projects.private };
const PATH = '/projects/:id/members';

/** Users who are not members of the private project. */
const outsiders = ({ world }: Platform) => {
  const known = new Set(world.members.all().map(({ user_id }) => user_id));
  return world.users
    .ordered('id')
    .filter(({ id, type, state }) => type === 'human' && state === 'active' && !known.has(id));
};

test('direct members are listed in pages, and filtered by name and by ID', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const all = await send(members.list, { path });
  expect(all.length).toBeGreaterThan(3);
  expect(all.find(({ username }) => username === 'maintainer')).toMatchObject({ access_level: 40, state: 'active' });
  const pages = await Promise.all([1, 2].map((page) => send(members.list, { path, query: { page, per_page: 2 } })));
  expect(pages.flat()).toEqual(all.slice(0, 4));

  const [first, second] = all.map(({ id }) => id);
  const user_ids = [first ?? 0, second ?? 0];
  const some = await send(members.list, { path, query: { user_ids } });
  expect(some.map(({ id }) => id).sort()).toEqual(user_ids.toSorted());
  expect(reached(`GET ${PATH}`).at(-1)).toMatchObject({
    path: '/api/v4/projects/acme%2Fcore/members',
    query: [
      ['user_ids[]', String(first)],
      ['user_ids[]', String(second)],
    ],
  });
  const others = await send(members.list, { path, query: { skip_users: user_ids } });
  expect(others.map(({ id }) => id).sort()).toEqual(
    all
      .slice(2)
      .map(({ id }) => id)
      .sort(),
  );
  const found = await send(members.list, { path, query: { query: 'Maintainer' } });
  expect(found.map(({ username }) => username)).toContain('maintainer');
});

test('seat information is returned if requested', async () => {
  const { as } = await simulator();
  const send = as('owner');
  const [without] = await send(members.list, { path });
  expect(without).not.toHaveProperty('is_using_seat');
  const [direct] = await send(members.list, { path, query: { show_seat_info: true } });
  expect(direct?.is_using_seat).toBeTypeOf('boolean');
  const [any] = await send(members.listAll, { path, query: { show_seat_info: true } });
  expect(any?.is_using_seat).toBeTypeOf('boolean');
});

test('all members include inherited ones, each once, and can be filtered by state', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const direct = await send(members.list, { path, query: { per_page: 100 } });
  const all = await send(members.listAll, { path, query: { per_page: 100 } });
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(direct.length);
  expect(await send(members.listAll, { path, query: { page: 2, per_page: 3 } })).toEqual(all.slice(3, 6));
  const active = await send(members.listAll, { path, query: { state: 'active', per_page: 100 } });
  const awaiting = await send(members.listAll, { path, query: { state: 'awaiting', per_page: 100 } });
  expect(active.length + awaiting.length).toBe(all.length);
  expect(awaiting.length).toBeGreaterThan(0);
  expect(reached(`GET ${PATH}/all`).at(-1)?.query).toEqual([
    ['state', 'awaiting'],
    ['per_page', '100'],
  ]);
  const [one] = ids;
  const query = { query: all[0]?.username ?? '', user_ids: [one ?? 0] };
  expect((await send(members.listAll, { path, query })).map(({ id }) => id)).toEqual([one]);
});

test('one member is read among direct members or among all members', async () => {
  const { as } = await simulator();
  const send = as('owner');
  const direct = await send(members.list, { path, query: { per_page: 100 } });
  const all = await send(members.listAll, { path, query: { per_page: 100 } });
  const ids = new Set(direct.map(({ id }) => id));
  const inherited = all.find(({ id }) => !ids.has(id));
  expect(inherited).toBeDefined();
  const at = { path: { ...path, user_id: inherited?.id ?? 0 } };
  expect(await send(members.getAny, at)).toMatchObject({ id: inherited?.id, access_level: inherited?.access_level });
  expect(await failureOf(send(members.get, at))).toMatchObject({ code: 'missing', status: 404 });
  const [member] = direct;
  expect(await send(members.get, { path: { ...path, user_id: member?.id ?? 0 } })).toEqual(member);
});

test('a user is added by ID or user name, or several at once', async () => {
  const { as, platform, reached } = await simulator();
  const send = as('maintainer');
  const [one, two, three, four] = outsiders(platform);
  const body = {
    user_id: one?.id ?? 0,
    access_level: 30,
    expires_at: '2027-01-31',
    invite_source: 'reeve',
    member_role_id: null,
  } as const;
  await send(members.create, { path, body });
  expect(reached(`POST ${PATH}`)).toMatchObject([{ body }]);
  const added = await send(members.get, { path: { ...path, user_id: one?.id ?? 0 } });
  expect(added).toMatchObject({ access_level: 30, expires_at: '2027-01-31' });
  await send(members.create, { path, body: { user_id: `${two?.id},${three?.id}`, access_level: 20 } });
  await send(members.create, { path, body: { username: four?.username, access_level: 10 } });
  const levels = await Promise.all(
    [two, three, four].map((user) => send(members.get, { path: { ...path, user_id: user?.id ?? 0 } })),
  );
  expect(levels.map(({ access_level }) => access_level)).toEqual([20, 20, 10]);
});

test('any successful reply to adding members is accepted', async () => {
  const replies = [undefined, {}, { status: 'success' }, { status: 'error', message: { ada: 'Already a member' } }];
  const platform = await testServer((_, __, response) => {
    const reply = replies[platform.seen.length - 1];
    if (reply === undefined) response.writeHead(201).end();
    else json(response, reply, 201);
  });
  const { send } = senderTo(platform.url);
  const input = { path: { id: 1 }, body: { user_id: 2, access_level: 30 } } as const;
  for (const reply of replies) expect(await send(members.create, input)).toEqual(reply);
});

test('adding a member requires a user and a valid access level', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  for (const [field, body] of [
    ['user_id', { access_level: 30 }],
    ['user_id', { user_id: 'ada', access_level: 30 }],
    ['username', { user_id: 1, username: 'ada', access_level: 30 }],
    ['access_level', { user_id: 1 }],
    ['access_level', { user_id: 1, access_level: 33 }],
    ['expires_at', { user_id: 1, access_level: 30, expires_at: '2027-01-31T00:00:00Z' }],
  ] as const) {
    const failure = await failureOf(send(members.create, { path, body: body as never }));
    expect(failure, JSON.stringify(body)).toMatchObject({ code: 'invalid', field });
  }
  expect(reached(`POST ${PATH}`)).toEqual([]);
});

test('an existing member, a missing role and a hidden project have different reasons', async () => {
  const { as, platform } = await simulator();
  const [somebody] = outsiders(platform);
  const body = { user_id: somebody?.id ?? 0, access_level: 30 } as const;
  await as('maintainer')(members.create, { path, body });
  const again = await failureOf(as('maintainer')(members.create, { path, body }));
  expect(again.status).toBeOneOf([400, 409, 422]);
  expect(await failureOf(as('developer')(members.create, { path, body }))).toMatchObject({
    code: 'denied',
    reason: 'role',
    status: 403,
  });
  const send = as('outsider');
  const at = { path: { ...path, user_id: 1 } };
  const refused = [
    send(members.list, { path }),
    send(members.listAll, { path }),
    send(members.get, at),
    send(members.getAny, at),
    send(members.create, { path, body }),
  ];
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ code: 'missing', reason: 'hidden-or-missing', status: 404 });
  }
});
