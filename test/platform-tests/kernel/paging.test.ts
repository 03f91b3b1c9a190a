import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { ask, ids, link, start } from '../rig.ts';

async function walk(
  platform: Platform,
  who: TokenName,
  path: string,
  between: (page: number) => void = () => undefined,
) {
  const seen: unknown[] = [];
  let next: string | undefined = path;
  for (let page = 1; next !== undefined; page += 1) {
    const answer = await ask(platform, who, next);
    expect(answer.status).toBe(200);
    seen.push(...ids(answer));
    next = link(answer, 'next');
    between(page);
  }
  return seen;
}

const everyId = (platform: Platform) => platform.world.users.ordered('id').map((user) => user.id);

test('a list without parameters returns a page of 20 rows with all headers', async () => {
  const platform = await start({ users: 45 });
  const answer = await ask(platform, 'admin', '/users');
  const header = (name: string) => answer.headers.get(name);
  expect(answer.rows).toHaveLength(20);
  expect(['x-page', 'x-per-page', 'x-next-page', 'x-prev-page', 'x-total', 'x-total-pages'].map(header)).toEqual([
    '1', '20', '2', '', '45', '3',
  ]); // prettier-ignore
  expect(link(answer, 'prev')).toBeUndefined();
  expect(link(answer, 'first')).toBe(`${platform.url}/api/v4/users?page=1&per_page=20`);
  expect(link(answer, 'next')).toBe(`${platform.url}/api/v4/users?page=2&per_page=20`);
  expect(link(answer, 'last')).toBe(`${platform.url}/api/v4/users?page=3&per_page=20`);
});

test('the last page has a previous page and no next page', async () => {
  const platform = await start({ users: 45 });
  const answer = await ask(platform, 'admin', '/users?page=3&humans=false');
  expect(answer.rows).toHaveLength(5);
  expect(answer.headers.get('x-next-page')).toBe('');
  expect(answer.headers.get('x-prev-page')).toBe('2');
  expect(link(answer, 'next')).toBeUndefined();
  expect(link(answer, 'prev')).toBe(`${platform.url}/api/v4/users?page=2&humans=false&per_page=20`);
});

test('a page after the end is empty', async () => {
  const answer = await ask(await start(), 'admin', '/users?page=99');
  expect([answer.status, answer.rows, answer.headers.get('x-total')]).toEqual([200, [], '60']);
});

test('per_page is at most 100', async () => {
  const platform = await start({ users: 150 });
  const answer = await ask(platform, 'admin', '/users?per_page=500');
  expect(answer.rows).toHaveLength(100);
  expect(answer.headers.get('x-per-page')).toBe('100');
});

test.each([
  'page=0',
  'page=x',
  'per_page=0',
  'per_page=-1',
  'per_page=many',
  'pagination=endless',
  'pagination=keyset&cursor=forged',
])('%s is refused', async (query) => {
  const answer = await ask(await start(), 'admin', `/users?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.json).toHaveProperty('error');
});

test('offset pages have every ID once', async () => {
  const platform = await start({ users: 130 });
  const seen = await walk(platform, 'admin', '/users?per_page=50&sort=asc');
  expect(seen).toEqual(everyId(platform));
});

test.each(['asc', 'desc'])('keyset pages have every ID once, %s, and no totals', async (sort) => {
  const platform = await start({ users: 230 });
  const path = `/users?pagination=keyset&order_by=id&sort=${sort}&per_page=50`;
  const first = await ask(platform, 'admin', path);
  expect(first.headers.get('x-total')).toBeNull();
  expect(first.headers.get('x-next-page')).toBeNull();
  const expected = everyId(platform);
  expect(await walk(platform, 'admin', path)).toEqual(sort === 'asc' ? expected : expected.toReversed());
});

test('keyset paging ends after a full last page, without a next link', async () => {
  const platform = await start({ users: 40 });
  const seen = await walk(platform, 'developer', '/users?pagination=keyset&per_page=20');
  expect(seen).toHaveLength(40);
  expect(platform.requests.count('GET /users')).toBe(2);
});

test('the links of keyset paging keep the filters', async () => {
  const platform = await start({ users: 300 });
  const wanted = platform.world.users.ordered('id').filter((user) => user.two_factor_enabled);
  const seen = await walk(
    platform,
    'admin',
    '/users?pagination=keyset&order_by=id&sort=asc&two_factor=enabled&per_page=7',
  );
  expect(seen).toEqual(wanted.map((user) => user.id));
});

test('keyset paging returns every user that exists all the time, even if others are added and removed', async () => {
  const platform = await start({ users: 200 });
  const before = everyId(platform);
  const goes = before[190] ?? 0;
  const seen = await walk(platform, 'admin', '/users?pagination=keyset&order_by=id&sort=asc&per_page=20', (page) => {
    if (page === 2) platform.world.users.remove(before[3] ?? 0);
    if (page === 3) platform.world.users.remove(goes);
    if (page === 4) platform.world.users.add({ username: 'late.comer' });
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual([...before.filter((id) => id !== goes), platform.world.users.byUsername('late.comer')?.id]);
});

test('keyset paging is possible only in the order of IDs', async () => {
  const platform = await start();
  expect((await ask(platform, 'admin', '/users?pagination=keyset&order_by=name')).status).toBe(405);
  expect((await ask(platform, 'developer', '/users?pagination=keyset&order_by=name')).status).toBe(200);
});

test('from the offset limit on, lists of users refuse offset paging', async () => {
  const platform = await start({ users: 120, offsetLimit: 60 });
  expect((await ask(platform, 'admin', '/users?per_page=20&page=3')).status).toBe(200);
  const refused = await ask(platform, 'admin', '/users?per_page=20&page=4');
  expect(refused.status).toBe(405);
  expect(refused.text).toContain('keyset');
  expect(await walk(platform, 'admin', '/users?pagination=keyset&per_page=20')).toHaveLength(120);
});

test('without an offset limit every page can be requested', async () => {
  const platform = await start({ users: 120, offsetLimit: 0 });
  expect((await ask(platform, 'admin', '/users?per_page=1&page=120')).rows).toHaveLength(1);
});

test('links have the host name of the request', async () => {
  const platform = await start();
  const url = `${platform.url.replace('127.0.0.1', 'localhost')}/api/v4/users`;
  expect(link(await ask(platform, 'admin', url), 'next')).toContain('http://localhost:');
});
