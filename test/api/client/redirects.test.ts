import { expect, test } from 'vitest';
import { members } from '#main/api/endpoints/members.ts';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, json, testServer, senderTo, token, user } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

const raw = { path: { id: 1, job_id: 2, artifact_path: 'log.txt' }, query: { job_token: 'job-secret' } };

test('a redirect within the instance keeps the token', async () => {
  const platform = await testServer((seen, _, response) => {
    if (seen.url === '/api/v4/users/1') response.writeHead(302, { location: '/api/v4/users/2' }).end();
    else json(response, user(2));
  });
  const { send, attempts } = senderTo(platform.url);
  expect(await send(users.get, { path: { id: 1 } })).toEqual(user(2));
  expect(platform.seen[1]?.headers['private-token']).toBe(token);
  expect(attempts).toHaveLength(1);
});

test('a redirect to another origin is followed without the token, also after further redirects to itself or back', async () => {
  const platform = await testServer((seen, _, response) => {
    if (seen.url === '/back') response.writeHead(200, { 'content-type': 'text/plain' }).end('bytes');
    else response.writeHead(307, { location: `${other.url}/cdn?sig=a%2Fb&job_token=job-secret` }).end();
  });
  const other = await testServer((seen, _, response) => {
    const location = seen.url === '/again' ? `${platform.url}/back` : '/again';
    response.writeHead(302, { location }).end();
  });
  const bytes = await senderTo(platform.url).send(sampleEndpoints.raw, raw);
  expect(Buffer.from(bytes).toString()).toBe('bytes');
  expect(other.seen.map(({ url }) => url)).toEqual(['/cdn?sig=a%2Fb', '/again']);
  const beyond = JSON.stringify([other.seen, platform.seen[1]]);
  expect(beyond).not.toContain(token);
  expect(beyond).not.toContain('job-secret');
  expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
  expect(other.seen[0]?.headers).not.toHaveProperty('cookie');
});

test('if a redirect target does not reply, the failure names both servers, and the instance does not count as offline', async () => {
  const deadUrl = 'http://127.0.0.1:1';
  const platform = await testServer((_, __, response) => response.writeHead(302, { location: `${deadUrl}/f` }).end());
  const failure = await failureOf(senderTo(platform.url).send(sampleEndpoints.raw, raw));
  expect(failure).toMatchObject({ code: 'remote', reason: 'dead-redirect' });
  expect(failure.reportedMessage).toContain(`${new URL(platform.url).host} → ${new URL(deadUrl).host}: `);
});

test('a signed address of another origin is not changed', async () => {
  const other = await testServer((_, __, response) => response.writeHead(200).end('x'));
  const platform = await testServer((_, __, response) =>
    response.writeHead(302, { location: `${other.url}/f?b=~x(1)&a=%7e&%41=+` }).end(),
  );
  await senderTo(platform.url).send(sampleEndpoints.raw, raw);
  expect(other.seen[0]?.url).toBe('/f?b=~x(1)&a=%7e&%41=+');
});

test('redirects of writes are refused, and the failure names both addresses', async () => {
  const other = await testServer((_, __, response) => json(response, { id: 7 }));
  const platform = await testServer((_, __, response) => response.writeHead(307, { location: other.url }).end());
  const { send } = senderTo(platform.url);
  const failure = await failureOf(send(sampleEndpoints.edit, { path: { id: 7 }, body: { paused: true } }));
  const reportedMessage = `${platform.url} → ${other.url}`;
  expect(failure).toMatchObject({ code: 'remote', reason: 'foreign-redirect', reportedMessage });
  expect(platform.seen).toHaveLength(1);
  expect(other.seen).toEqual([]);
});

test('a redirected write from http to https names the address with https', async () => {
  const platform = await testServer((seen, _, response) =>
    response.writeHead(301, { location: `https://git.example${seen.url}` }).end(),
  );
  const { send } = senderTo(platform.url);
  const failure = await failureOf(send(sampleEndpoints.edit, { path: { id: 7 }, body: { paused: true } }));
  expect(failure.reportedMessage).toBe(`${platform.url} → https://git.example`);
});

test('five redirects are followed, a sixth is not', async () => {
  const platform = await testServer((seen, _, response) => {
    const left = Number(/(\d+)$/.exec(seen.url)?.[1]);
    if (left === 0) json(response, user(1));
    else response.writeHead(301, { location: `/api/v4/users/${left - 1}` }).end();
  });
  const { send } = senderTo(platform.url);
  expect(await send(users.get, { path: { id: 5 } })).toEqual(user(1));
  expect(await failureOf(send(users.get, { path: { id: 6 } }))).toMatchObject({ reason: 'foreign-redirect' });
  expect(platform.seen).toHaveLength(12);
});

test.each([undefined, 'file:///etc/passwd', 'http://me:pw@127.0.0.1:1/', 'http://[bad', 'javascript:alert(1)'])(
  'a redirect to %s is refused',
  async (location) => {
    const platform = await testServer((_, __, response) =>
      response.writeHead(302, location === undefined ? {} : { location }).end(),
    );
    const failure = await failureOf(senderTo(platform.url).send(users.list));
    expect(failure).toMatchObject({ code: 'remote', reason: 'foreign-redirect' });
    expect(platform.seen).toHaveLength(1);
  },
);

test.each([
  ['its own host and port', 'http://gateway:443'],
  ['another base path', 'https://git.example.com/below/a/path'],
  ['the requested address', ''],
])('a moved project is read at the address of the instance, even if the redirect names %s', async (_, named) => {
  const platform = await testServer((seen, __, response) => {
    const location = `${named === '' ? platform.url : named}/api/v4/projects/7/members?page=2`;
    if (seen.url.startsWith('/api/v4/projects/old')) response.writeHead(301, { location }).end();
    else json(response, [{ id: 1 }], 200, { link: `<${named}${seen.url}&more=1>; rel="next"` });
  });
  const { send } = senderTo(platform.url);
  const page = await send.page(members.list, { path: { id: 'old/name' } });
  expect(platform.seen.map(({ url }) => url)).toEqual([
    '/api/v4/projects/old%2Fname/members',
    '/api/v4/projects/7/members?page=2',
  ]);
  expect(platform.seen[1]?.headers['private-token']).toBe(token);
  expect(page.next).toBe(`${platform.url}/api/v4/projects/7/members?page=2&more=1`);
});

test('an instance that has moved is reported at once, with both addresses', async () => {
  const other = await testServer((_, __, response) => json(response, []));
  const platform = await testServer((seen, _, response) =>
    response.writeHead(301, { location: other.url + seen.url }).end(),
  );
  const failure = await failureOf(senderTo(platform.url).send(users.list));
  expect(failure).toMatchObject({ code: 'remote', reason: 'foreign-redirect' });
  expect(failure.reportedMessage).toBe(`${platform.url} → ${other.url}`);
  expect(other.seen).toEqual([]);
});

test('rows of another server are not accepted as rows of the instance', async () => {
  const other = await testServer((_, __, response) => json(response, [user(1)]));
  const platform = await testServer((_, __, response) =>
    response.writeHead(302, { location: `${other.url}/rows` }).end(),
  );
  const failure = await failureOf(senderTo(platform.url).send(users.list));
  expect(failure).toMatchObject({ code: 'remote', reason: 'foreign-redirect' });
  expect(other.seen[0]?.headers).not.toHaveProperty('private-token');
});

test('a redirect out of the API is followed without the token, also on the same host', async () => {
  const platform = await testServer((seen, _, response) => {
    if (seen.url.startsWith('/api/')) response.writeHead(302, { location: '/sign_in?private_token=x' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  });
  const failure = await failureOf(senderTo(platform.url).send(users.list));
  expect(failure).toMatchObject({ code: 'remote', reason: 'not-json' });
  expect(platform.seen[1]?.url).toBe('/sign_in');
  expect(platform.seen[1]?.headers).not.toHaveProperty('private-token');
});
