import { createServer, request as forwarded } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { syncUsers, profile, rig } from '../../helpers/rig.ts';

const empty = { ...profile, name: 'Other' };

/** Tokens that reached a server other than the platform. */
const stolen: unknown[] = [];

/** A server that gives the same reply to all requests. */
async function answering(status: number, type: string, body: string): Promise<string> {
  const server = createServer(({ headers }, response) => {
    if (headers['private-token'] !== undefined) stolen.push(headers['private-token']);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('testing a connection shows what the token may do and saves nothing', async () => {
  const { client, platform } = await rig();
  const admin = await client.profiles.test({ ...empty, url: platform.url, token: platform.tokens.admin });
  expect(admin.capabilities).toContainEqual(
    expect.objectContaining({ name: 'users.administrator', outcome: 'allowed' }),
  );
  const developer = await client.profiles.test({ ...empty, url: platform.url, token: platform.tokens.developer });
  expect(developer.capabilities).toContainEqual(
    expect.objectContaining({ name: 'users.administrator', outcome: 'denied' }),
  );
  expect((await client.profiles.list()).profiles).toHaveLength(1);
});

test('each probe has its own result: an administrator may look up keys, a developer may not', async () => {
  const { client, platform } = await rig();
  const outcomesOf = async (token: string) => {
    const { capabilities } = await client.profiles.test({ ...empty, url: platform.url, token });
    return Object.fromEntries(capabilities.map(({ name, outcome }) => [name, outcome]));
  };
  expect(await outcomesOf(platform.tokens.admin)).toMatchObject({ keys: 'allowed', 'service-accounts': 'allowed' });
  expect(await outcomesOf(platform.tokens.developer)).toMatchObject({
    keys: 'denied',
    'runners.all': 'denied',
    issues: 'allowed',
    snippets: 'allowed',
  });
});

test.each([
  ['a wrong token', async (url: string) => ({ url, token: 'wrong' }), { code: 'denied', reason: 'token-rejected' }],
  [
    'no address at all',
    async () => ({ url: 'not an address', token: 't' }),
    { code: 'invalid', reason: 'address-invalid' },
  ],
  [
    'plain http to elsewhere',
    async () => ({ url: 'http://git.example', token: 't' }),
    { code: 'invalid', reason: 'plain-http' },
  ],
  [
    'a platform that is down',
    async () => ({ url: 'http://127.0.0.1:9', token: 't' }),
    { code: 'offline', reason: 'connection-refused' },
  ],
  [
    'a captive portal',
    async () => ({ url: await answering(200, 'text/html', '<h1>Sign in</h1>'), token: 't' }),
    { code: 'remote', reason: 'not-json' },
  ],
  [
    'another API',
    async () => ({ url: await answering(404, 'application/json', '{"detail":"no"}'), token: 't' }),
    { code: 'remote', reason: 'not-this-api' },
  ],
  [
    'a platform behind a gateway that has lost it',
    async () => ({ url: await answering(503, 'text/html', '<h1>Service unavailable</h1>'), token: 't' }),
    { code: 'remote', reason: 'platform-down' },
  ],
  [
    'JSON that is no list of users',
    async () => ({ url: await answering(200, 'application/json', '{"ok":true}'), token: 't' }),
    { code: 'remote', reason: 'not-this-api' },
  ],
  [
    'a server that answers everything with an empty list',
    async () => ({ url: await answering(200, 'application/json', '[]'), token: 't' }),
    { code: 'remote', reason: 'not-this-api' },
  ],
  [
    'a list of something else',
    async () => ({ url: await answering(200, 'application/json', '[{"id":1}]'), token: 't' }),
    { code: 'remote', reason: 'not-this-api' },
  ],
  [
    'a page that refuses',
    async () => ({ url: await answering(403, 'text/html', '<h1>403 Forbidden</h1>'), token: 't' }),
    { code: 'remote', reason: 'not-json' },
  ],
  [
    'a refusal in plain text',
    async () => ({ url: await answering(401, 'text/plain', '401 Unauthorized'), token: 't' }),
    { code: 'remote', reason: 'not-this-api' },
  ],
  [
    'a refusal of another API',
    async () => ({ url: await answering(401, 'application/json', '{"message":"Unauthorized"}'), token: 't' }),
    { code: 'remote', reason: 'not-this-api' },
  ],
] as const)('%s fails with its own reason', async (_, given, expected) => {
  const { client, platform } = await rig();
  stolen.length = 0;
  const input = { ...empty, ...(await given(platform.url)) };
  await expect(client.profiles.test(input)).rejects.toMatchObject(expected);
  expect(stolen).toEqual([]);
});

test('two profiles cannot have the same name, and addresses are normalized', async () => {
  const { client, platform } = await rig();
  const token = platform.tokens.admin;
  await expect(client.profiles.add({ ...profile, url: platform.url, token })).rejects.toMatchObject({ field: 'name' });
  const added = await client.profiles.add({ ...empty, url: `${platform.url}/api/v4/`, token });
  expect(added).toMatchObject({ url: platform.url, hasToken: true });
});

test('removing a profile deletes its token and its cache', async () => {
  const { client, ports, folder } = await rig();
  await syncUsers(client);
  const [only] = (await client.profiles.list()).profiles;
  expect([...ports.secrets.entries.keys()]).toContain(`token:${only?.id}`);
  await client.profiles.remove({ id: only?.id ?? '' });
  expect([...ports.secrets.entries.keys()]).not.toContain(`token:${only?.id}`);
  expect(readdirSync(join(folder, 'data/profiles'))).toEqual([]);
  await expect(client.users.summary({ scope: '' })).rejects.toMatchObject({ code: 'missing' });
});

test('an edited token is used, and an empty one keeps the stored token', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const [only] = (await client.profiles.list()).profiles;
  const edit = { ...profile, id: only?.id ?? '', url: platform.url };
  await client.profiles.edit({ ...edit, token: platform.tokens.admin });
  await client.profiles.edit({ ...edit, name: 'Renamed', token: '' });
  await syncUsers(client);
  expect(await client.users.summary({ scope: '' })).toMatchObject({ view: 'administrator' });
});

test('no file contains the token or an email address in plain text', async () => {
  const { client, platform, folder } = await rig({ users: 300 });
  await syncUsers(client);
  await client.users.refresh({ scope: '', id: 1 });
  const emails = platform.world.users
    .ordered('id')
    .flatMap(({ email }) => (email === null || email === '' ? [] : [email]));
  expect(emails.length).toBeGreaterThan(100);
  for (const file of filesIn(join(folder, 'data'))) {
    const text = readFileSync(file, 'latin1');
    const found = [platform.tokens.admin, ...emails].filter((secret) => text.includes(secret));
    expect({ file, found }).toEqual({ file, found: [] });
  }
});

function filesIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return paths.filter((path) => statSync(path).isFile());
}

test('the login of a proxy is used, but stored only in the keychain', async () => {
  const rigged = await rig();
  const { client, platform, ports } = rigged;
  const logins: (string | undefined)[] = [];
  const between = createServer((request, response) => {
    logins.push(request.headers['proxy-authorization']);
    const forward = forwarded(request.url ?? '', { headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    request.pipe(forward);
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void between.close());
  const { port } = between.address() as AddressInfo;
  const input = { ...empty, url: platform.url, token: platform.tokens.admin };
  const expected = `Basic ${Buffer.from('me:s3cr3t-pw').toString('base64')}`;

  const added = await client.profiles.add({ ...input, proxy: `http://me:s3cr3t-pw@127.0.0.1:${port}` });
  const masked = `http://***@127.0.0.1:${port}`;
  expect(added.proxy).toBe(masked);
  await client.profiles.test({ ...input, id: added.id, proxy: masked });
  expect(new Set(logins)).toEqual(new Set([expected]));
  expect(ports.secrets.entries.get(`proxy:${added.id}`)).toContain('me:s3cr3t-pw');
  await expect(client.profiles.edit({ ...input, id: added.id, proxy: 'http://***@127.0.0.1:1' })).rejects.toMatchObject(
    { code: 'invalid', reason: 'needs-secret', field: 'proxy' },
  );

  const again = await rigged.restart();
  logins.length = 0;
  await again.profiles.edit({ ...input, id: added.id, name: 'Renamed', token: '', proxy: masked });
  await again.profiles.probe();
  expect(new Set(logins)).toEqual(new Set([expected]));
  expect(JSON.stringify(await again.profiles.list())).not.toContain('s3cr3t-pw');

  await again.profiles.edit({ ...input, id: added.id, proxy: null });
  expect(ports.secrets.entries.has(`proxy:${added.id}`)).toBe(false);
});
