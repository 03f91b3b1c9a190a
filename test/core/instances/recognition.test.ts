import { createServer, request as forwarded, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { syncUsers, profile, rig, until } from '../../helpers/rig.ts';
import { createPlatform } from '../../platform/platform.ts';

type Answer = (path: string, hasToken: boolean) => { status: number; body: unknown; headers?: Record<string, string> };

interface Stranger {
  url: string;
  port: number;
  /** Tokens that were received, in order. */
  tokens: string[];
  close: () => Promise<void>;
}

async function listening(listener: RequestListener, port = 0): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return server;
}

/** A server that is not the simulator and records the tokens that it gets. */
async function stranger(answer: Answer, onPort = 0): Promise<Stranger> {
  const tokens: string[] = [];
  const server = await listening(({ url = '', headers }, response) => {
    const token = headers['private-token'];
    if (typeof token === 'string') tokens.push(token);
    const { status, body, headers: more } = answer(url, token !== undefined);
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
  }, onPort);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, port, tokens, close };
}

const other = { ...profile, name: 'Other', token: 'token-of-mine' };
const refusal = (status: number, message: string) => ({ status, body: { message } });
const user = { id: 1, username: 'anna', name: 'Anna', state: 'active' };
const runner = { id: 1, runner_type: 'instance_type', status: 'online', paused: false };

test.each<[string, Answer]>([
  [
    'answers 401 to everyone without a token',
    (_, hasToken) => (hasToken ? { status: 200, body: [user] } : refusal(401, '401 Unauthorized')),
  ],
  [
    'shows its lists to everyone',
    (path) => (path.includes('/runners') ? { status: 200, body: [runner] } : { status: 200, body: [user] }),
  ],
  [
    'words its refusal in another way and sends rate headers',
    (_, hasToken) =>
      hasToken
        ? { status: 200, body: [user] }
        : { ...refusal(401, 'Sign in first'), headers: { 'RateLimit-Limit': '600' } },
  ],
])('an instance that %s is connected to', async (_, answer) => {
  const { client } = await rig();
  const real = await stranger(answer);
  const { capabilities } = await client.profiles.test({ ...other, url: real.url });
  expect(capabilities).toContainEqual(expect.objectContaining({ name: 'users', outcome: 'allowed' }));
  expect(real.tokens.length).toBeGreaterThan(0);
});

test('an instance whose list of users has no readable row is not connected to', async () => {
  const { client } = await rig();
  const empty = await stranger((_, hasToken) =>
    hasToken ? { status: 200, body: [] } : refusal(401, '401 Unauthorized'),
  );
  const tested = client.profiles.test({ ...other, url: empty.url });
  await expect(tested).rejects.toMatchObject({ code: 'remote', reason: 'not-this-api' });
});

test('a token that may not list users can connect', async () => {
  const { client } = await rig();
  const closed = await stranger((_, hasToken) =>
    hasToken ? refusal(403, '403 Forbidden') : refusal(401, '401 Unauthorized'),
  );
  const { capabilities } = await client.profiles.test({ ...other, url: closed.url });
  expect(capabilities).toContainEqual(expect.objectContaining({ name: 'users', outcome: 'denied' }));
});

test('the simulator is recognized without rate-limit headers and with the other dialect', async () => {
  const { client, platform } = await rig({ bareHeaders: true });
  const { id } = await client.profiles.add({
    ...other,
    url: platform.url,
    token: platform.tokens.admin,
    dialect: 'gitlab',
  });
  expect(await syncUsers(client)).toMatchObject({ profileId: id, state: 'done' });
  expect(await client.host.connection()).toMatchObject({ state: 'online' });
});

test('a saved instance whose address now has another server is not shown as connected and gets no token', async () => {
  const { client } = await rig();
  const empty = await stranger(() => ({ status: 200, body: [] }));
  await client.profiles.add({ ...other, url: empty.url });
  const connection = await until(
    () => client.host.connection(),
    ({ state }) => state !== 'unknown',
  );
  expect(connection).toMatchObject({ state: 'offline', reason: 'not-this-api', lastSuccessAt: null });
  await expect(client.profiles.probe()).rejects.toMatchObject({ reason: 'not-this-api' });
  await expect(client.users.refresh({ scope: '', id: 1 })).rejects.toMatchObject({ reason: 'not-this-api' });
  expect(empty.tokens).toEqual([]);
});

test('an address that redirects to another one gets no token, and the other one is named', async () => {
  const { client, platform } = await rig();
  const moved = await stranger((path) => ({ status: 302, body: {}, headers: { location: platform.url + path } }));
  await expect(client.profiles.test({ ...other, url: moved.url })).rejects.toMatchObject({
    reason: 'foreign-redirect',
    reportedMessage: `${moved.url} → ${platform.url}`,
  });
  expect(moved.tokens).toEqual([]);
});

test('a server that answers after the instance was unreachable first gets a request without the token', async () => {
  const { client, platform } = await rig();
  const relay = await listening((request, response) => {
    const onward = forwarded(platform.url + (request.url ?? ''), { headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    request.pipe(onward);
  });
  const { port } = relay.address() as AddressInfo;
  await client.profiles.add({ ...other, url: `http://127.0.0.1:${port}`, token: platform.tokens.admin });
  await client.profiles.probe();
  relay.closeAllConnections();
  await new Promise<void>((resolve) => relay.close(() => resolve()));
  await expect(client.profiles.probe()).rejects.toMatchObject({ code: 'offline' });
  const successor = await stranger(() => ({ status: 200, body: [] }), port);
  await expect(client.profiles.probe()).rejects.toMatchObject({ reason: 'not-this-api' });
  expect(successor.tokens).toEqual([]);
});

test('a reply with X-Gitlab- headers proposes the names of GitLab when settings are tested, and others propose none', async () => {
  const { client, platform } = await rig();
  const gitlab = await createPlatform({ users: 20, dialect: 'gitlab' });
  onTestFinished(() => gitlab.close());
  const input = { ...other, url: gitlab.url, token: gitlab.tokens.admin };
  expect(await client.profiles.test(input)).toMatchObject({ suggestedDialect: 'gitlab' });
  expect(await client.profiles.test({ ...input, dialect: 'gitlab' })).toMatchObject({ suggestedDialect: null });
  const documented = { ...other, url: platform.url, token: platform.tokens.admin };
  expect(await client.profiles.test(documented)).toMatchObject({ suggestedDialect: null });
});
