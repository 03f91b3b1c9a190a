import { expect, test } from 'vitest';
import { groupReleases } from '#main/api/endpoints/group-releases.ts';
import type { Release } from '#shared/contract/group-releases.ts';
import { failureOf } from '../rig.ts';
import { groups, simulator } from './simulator.ts';

const path = { id: groups.top };

test('releases of all projects of a group are listed in pages', async () => {
  const { as } = await simulator();
  const send = as('owner');
  const all = await send.answer(groupReleases.list, { path, query: { per_page: 100 } });
  expect(all.unreadable).toBe(0);
  expect(all.value.length).toBeGreaterThan(2);
  expect(all.value[0]).toMatchObject({
    name: expect.any(String) as string,
    commit: { id: expect.stringMatching(/^[0-9a-f]{40}$/) as string, title: expect.any(String) as string },
    author: { username: expect.any(String) as string },
  });
  expect(all.value.some(({ upcoming_release }) => upcoming_release === true)).toBe(true);
  const page = await send.page(groupReleases.list, { path, query: { per_page: 2 } });
  expect(page.total).toBe(all.value.length);
  const next = await send.page(groupReleases.list, { next: page.next ?? '' });
  const [third] = JSON.parse(Buffer.from(next.body).toString()) as Release[];
  expect([third?.name, third?.tag_name]).toEqual([all.value[2]?.name, all.value[2]?.tag_name]);
});

test('both sort directions have the same releases in reverse order', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const times = async (sort: 'asc' | 'desc') =>
    (await send(groupReleases.list, { path, query: { sort, per_page: 100 } })).map(({ released_at }) =>
      String(released_at),
    );
  const [up, down] = [await times('asc'), await times('desc')];
  expect(up).toEqual(up.toSorted());
  expect(down).toEqual(up.toReversed());
  expect(reached('GET /groups/:id/releases')[0]).toMatchObject({
    path: '/api/v4/groups/acme/releases',
    query: [
      ['sort', 'asc'],
      ['per_page', '100'],
    ],
  });
});

test('the simple form has the same releases with fewer fields', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const whole = await send(groupReleases.list, { path });
  const simple = await send.answer(groupReleases.list, { path, query: { simple: true } });
  expect(simple.unreadable).toBe(0);
  expect(simple.value.map(({ tag_name }) => tag_name)).toEqual(whole.map(({ tag_name }) => tag_name));
  expect(Object.keys(simple.value[0] ?? {}).length).toBeLessThan(Object.keys(whole[0] ?? {}).length);
  expect(reached('GET /groups/:id/releases')[1]?.query).toEqual([['simple', 'true']]);
});

test('a private group is hidden from other users', async () => {
  const { as, platform } = await simulator();
  expect(await failureOf(as('outsider')(groupReleases.list, { path }))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
  const before = platform.requests.count();
  const bad = as('owner')(groupReleases.list, { path, query: { sort: 'up' as never } });
  expect(await failureOf(bad)).toMatchObject({ code: 'invalid', field: 'sort', status: undefined });
  expect(platform.requests.count()).toBe(before);
});
