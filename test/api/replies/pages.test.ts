import { expect, test } from 'vitest';
import { enterpriseUsers } from '#main/api/endpoints/enterprise-users.ts';
import { users } from '#main/api/endpoints/users.ts';
import { webhooks } from '#main/api/endpoints/webhooks.ts';
import { wikis } from '#main/api/endpoints/wikis.ts';
import { failureOf, json, testServer, senderTo, token, user } from '../rig.ts';

const first = { query: { pagination: 'keyset', per_page: 100 } } as const;

test('a page is transferable bytes with the unchanged next link', async () => {
  const platform = await testServer((seen, _, response) => {
    const next = `<${platform.url}/api/v4/users?cursor=a%2Cb&x=1>; rel="next", <${platform.url}/api/v4/users>; rel="first"`;
    const headers: Record<string, string> = seen.url.includes('cursor') ? {} : { link: next, 'x-total': '2' };
    json(response, [user(seen.url.includes('cursor') ? 2 : 1)], 200, headers);
  });
  const { send } = senderTo(platform.url);
  const one = await send.page(users.list, first);
  expect(one).toMatchObject({ next: `${platform.url}/api/v4/users?cursor=a%2Cb&x=1`, total: 2 });
  expect(one.roundTripMs).toBeGreaterThan(0);
  expect(structuredClone(one.body, { transfer: [one.body] }).byteLength).toBeGreaterThan(0);
  expect(one.body.byteLength).toBe(0);
  const two = await send.page(users.list, { next: one.next ?? '' });
  expect(JSON.parse(Buffer.from(two.body).toString())).toEqual([user(2)]);
  expect(two).toMatchObject({ next: null, total: null });
  expect(platform.seen[1]?.url).toBe('/api/v4/users?cursor=a%2Cb&x=1');
});

test.each([
  ['another list of another origin', (other: string) => `<${other}/api/v4/runners?page=2>; rel="next"`],
  ['a user name beside another host', () => '<http://me:pw@gateway:443/api/v4/users?page=2>; rel="next"'],
  ['another scheme', () => '<file:///api/v4/users?page=2>; rel="next"'],
  ['a longer path', () => '</api/v4/users/1?page=2>; rel="next"'],
  ['another path', () => '</somewhere/else>; rel="next"'],
  ['a path that climbs out', () => '</api/v4/../../x>; rel="next"'],
  ['a user name', () => '<http://me@127.0.0.1/api/v4/users>; rel=next'],
  ['no address at all', () => '<http://[>; rel="next"'],
  ['a relation among others', (other: string) => `</api/v4/users>; rel="prev", <${other}/>; title="x"; rel=next`],
])('a next link to %s is refused and not requested', async (_, link) => {
  const other = await testServer((__, ___, response) => json(response, []));
  const platform = await testServer((__, ___, response) => json(response, [user(1)], 200, { link: link(other.url) }));
  const { send } = senderTo(platform.url);
  expect(await failureOf(send.page(users.list, first))).toMatchObject({ code: 'remote', reason: 'foreign-link' });
  expect(other.seen).toEqual([]);
  expect(platform.seen).toHaveLength(1);
});

test.each([
  ['the address that it is configured with', '', 'http://gateway:443'],
  ['another base path', '', 'https://git.example.com/below/a/path'],
  ['no base path, where it has one', '/git', 'http://localhost'],
])('with %s in its links, a platform is requested at the address of the profile', async (_, basePath, named) => {
  const platform = await testServer((seen, __, response) => {
    const link = `<${named}/api/v4/groups/a%2fb/enterprise_users?cursor=a%2Cb&x=1>; rel="next"`;
    json(response, [], 200, seen.url.includes('cursor') ? {} : { link });
  });
  const { send } = senderTo(platform.url + basePath);
  const page = await send.page(enterpriseUsers.list, { path: { id: 'a/b' }, query: { per_page: 100 } });
  expect(page.next).toBe(`${platform.url}${basePath}/api/v4/groups/a%2Fb/enterprise_users?cursor=a%2Cb&x=1`);
  await send.page(enterpriseUsers.list, { next: page.next ?? '' });
  expect(platform.seen[1]?.url).toBe(`${basePath}/api/v4/groups/a%2Fb/enterprise_users?cursor=a%2Cb&x=1`);
});

test.each([
  [{ 'x-next-page': '3' }, '?page=3&per_page=100', true],
  [{ 'x-next-page': '' }, null, false],
  [{ link: '</api/v4/users?page=1>; rel="first"' }, null, false],
  [{ 'x-total': '5' }, null, null],
])('page headers %o say that the next page is %s', async (headers, query, hasNext) => {
  const platform = await testServer((_, __, response) => json(response, [], 200, headers));
  const page = await senderTo(platform.url).send.page(users.list, { query: { page: 2, per_page: 100 } });
  const next = query === null ? null : `${platform.url}/api/v4/users${query}`;
  expect(page).toMatchObject({ next, hasNext });
});

test.each(['99999999999', '99999999999999999999', '-1', '1e9', 'many'])('a total of %s is ignored', async (total) => {
  const platform = await testServer((_, __, response) => json(response, [], 200, { 'x-total': total }));
  expect((await senderTo(platform.url).send.page(users.list, first)).total).toBeNull();
});

test('a stored link to another origin is refused too', async () => {
  const other = await testServer((_, __, response) => json(response, []));
  const platform = await testServer((_, __, response) => json(response, []));
  const { send } = senderTo(platform.url);
  const failure = await failureOf(send.page(users.list, { next: `${other.url}/api/v4/users` }));
  expect(failure).toMatchObject({ code: 'remote', reason: 'foreign-link' });
  expect([...other.seen, ...platform.seen]).toEqual([]);
});

test('relative links and unquoted relations are accepted', async () => {
  const platform = await testServer((_, __, response) => json(response, [], 200, { link: '<?cursor=1>;rel=next' }));
  const page = await senderTo(platform.url).send.page(users.list, first);
  expect(page.next).toBe(`${platform.url}/api/v4/users?cursor=1`);
});

test.each([
  [400, { error: 'per_page does not have a valid value' }],
  [422, { message: { per_page: ['is not included in the list'] } }],
  [400, { message: '400 Bad request - Page size must not exceed 20' }],
])('if the page size is refused, the endpoint is then requested with 20 rows: %i %j', async (status, refusal) => {
  const platform = await testServer((seen, _, response) => {
    const asked = Number(new URL(seen.url, platform.url).searchParams.get('per_page'));
    if (asked > 20) json(response, refusal, status);
    else json(response, [user(1)], 200, { 'x-next-page': '' });
  });
  const { send } = senderTo(platform.url);
  const sizes = () => platform.seen.splice(0).map(({ url }) => /per_page=\d+/.exec(url)?.[0]);
  expect(await send.rows(users.list, first)).toMatchObject({ rows: [user(1)] });
  expect(sizes()).toEqual(['per_page=100', 'per_page=20']);
  expect(await send(users.list, first)).toMatchObject([user(1)]);
  expect(sizes()).toEqual(['per_page=20']);
  await send.page(webhooks.listEvents, { path: { id: 7, hook_id: 1 }, query: { per_page: 100 } });
  expect(sizes()).toEqual(['per_page=20']);
});

test('a page of 20 rows that is refused is not requested again', async () => {
  const platform = await testServer((_, __, response) => json(response, { error: 'per_page is invalid' }, 400));
  const small = { query: { per_page: 20 } };
  expect(await failureOf(senderTo(platform.url).send.rows(users.list, small))).toMatchObject({ code: 'invalid' });
  expect(platform.seen).toHaveLength(1);
});

test('a list without documented pages is complete in one reply without page headers', async () => {
  const platform = await testServer((_, __, response) => json(response, [{ slug: 'home' }]));
  const { send } = senderTo(platform.url);
  expect(await send.rows(wikis.list, { path: { id: 7 } })).toMatchObject({ hasNext: false });
  expect(await send.rows(users.list, {})).toMatchObject({ hasNext: null });
});

test('rows of a page that are no objects are left out and counted', async () => {
  const page = { slug: 'home' };
  const platform = await testServer((_, __, response) => json(response, [null, 7, 'home', [page], page]));
  const { send } = senderTo(platform.url);
  expect(await send.rows(wikis.list, { path: { id: 7 } })).toMatchObject({ rows: [page], unreadable: 4 });
});

test('a page that is not a list is refused', async () => {
  const platform = await testServer((seen, _, response) => {
    if (seen.url.includes('html')) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    else json(response, { message: 'hello' });
  });
  const { send } = senderTo(platform.url);
  expect(await failureOf(send.page(users.list, first))).toMatchObject({ reason: 'unreadable-reply' });
  const portal = { next: `${platform.url}/api/v4/users?html` };
  expect(await failureOf(send.page(users.list, portal))).toMatchObject({ code: 'remote', reason: 'not-json' });
});

test('secrets in a link are not logged', async () => {
  const platform = await testServer((_, __, response) => json(response, []));
  const { send, attempts } = senderTo(platform.url);
  await send.page(users.list, { next: `${platform.url}/api/v4/users?private_token=${token}&cursor=1` });
  expect(attempts[0]?.path).toBe('/users?private_token=[secret]&cursor=1');
});
