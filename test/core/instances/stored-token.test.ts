import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#main/state/files/database.ts';
import { profile, rig, type Rig } from '../../helpers/rig.ts';

const ca = `-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUK1r0kd3ka1IH3f3l+zvQkP0Yl8wwCgYIKoZIzj0EAwIw
-----END CERTIFICATE-----`;

/** A port that never answers and records every byte that arrives. */
async function listener() {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received.push(bytes);
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, text: () => Buffer.concat(received).toString('latin1') };
}

async function onlyProfile({ client }: Pick<Rig, 'client'>) {
  const [only] = (await client.profiles.list()).profiles;
  if (only === undefined) throw new Error('there is no profile');
  return only;
}

/** Change a column of the only profile directly in the file, as in a restored or edited file. */
async function storedAs(rigged: Rig, column: 'url' | 'proxy' | 'ca', value: string | null) {
  await rigged.core.close();
  const key = [...rigged.ports.secrets.entries].find(([name]) => name.startsWith('database-key:'))?.[1] ?? '';
  const db = openDatabase(join(rigged.ports.paths.data, 'state.db'), key);
  db.prepare(`UPDATE profiles SET ${column} = ?`).run(value);
  db.close();
  return rigged.restart();
}

test('a stored token is not sent with other settings, and the profile cannot be saved with them', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const other = await listener();
  const before = await onlyProfile(rigged);
  const { url } = before;
  const settings = {
    'another port': { url: other.url },
    'another scheme': { url: other.url.replace('http:', 'https:') },
    'another name of the same machine': { url: other.url.replace('127.0.0.1', 'localhost') },
    'a proxy': { url, proxy: other.url },
    'a proxy with a login': { url, proxy: other.url.replace('//', '//me:pw@') },
    'a path below the address': { url: `${url}/below` },
    'a certificate authority': { url, ca },
  };
  const refusal = { code: 'invalid', reason: 'token-elsewhere', field: 'token' };
  for (const [what, changed] of Object.entries(settings)) {
    const input = { ...profile, id: before.id, token: '', ...changed };
    await expect(client.profiles.test(input), what).rejects.toMatchObject(refusal);
    await expect(client.profiles.edit(input), what).rejects.toMatchObject(refusal);
    expect(other.text(), what).toBe('');
  }
  expect(platform.requests.list().filter(({ path }) => path.includes('/below'))).toEqual([]);
  expect(await onlyProfile(rigged)).toEqual(before);
});

test('a token that is entered with a new address is stored for that address only', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { id, url } = await onlyProfile(rigged);
  const token = platform.tokens.admin;
  const other = url.replace('127.0.0.1', 'localhost');
  await client.profiles.edit({ ...profile, id, url: other, token });
  expect((await client.profiles.edit({ ...profile, id, url: other, token: '' })).hasToken).toBe(true);
  await expect(client.profiles.edit({ ...profile, id, url, token: '' })).rejects.toMatchObject({ field: 'token' });
});

test('other ways to write the same settings, a new name and another dialect keep the token', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { id } = await onlyProfile(rigged);
  const proxy = 'http://127.0.0.1:9';
  await client.profiles.edit({ ...profile, id, url: platform.url, proxy, token: platform.tokens.admin });
  const again = {
    ...profile,
    id,
    url: `${platform.url}/api/v4/`,
    token: '',
    name: 'Renamed',
    dialect: 'gitlab' as const,
  };
  for (const spelt of ['HTTP://127.0.0.1:9/', 'http://me:pw@127.0.0.1:9']) {
    expect(await client.profiles.edit({ ...again, proxy: spelt })).toMatchObject({ hasToken: true });
  }
});

test.each([['url'], ['proxy']] as const)(
  'with another %s in state.db no request is sent, and the reason is shown',
  async (column) => {
    const rigged = await rig();
    const other = await listener();
    const client = await storedAs(rigged, column, other.url);
    const count = rigged.platform.requests.count();
    expect(await onlyProfile({ client })).toMatchObject({ hasToken: false, tokenMismatch: column });
    const refusal = { code: 'denied', reason: 'token-elsewhere' };
    await expect(client.profiles.probe()).rejects.toMatchObject(refusal);
    await expect(client.users.refresh({ scope: '', id: 1 })).rejects.toMatchObject(refusal);
    expect(other.text()).toBe('');
    expect(rigged.platform.requests.count()).toBe(count);
  },
);

test('the login of a proxy is not sent to another proxy that state.db names', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { id } = await onlyProfile(rigged);
  const input = { ...profile, id, url: platform.url, token: platform.tokens.admin };
  await client.profiles.edit({ ...input, proxy: 'http://me:login-of-mine@127.0.0.1:9' });
  const other = await listener();
  const masked = other.url.replace('//', '//***@');
  const again = await storedAs(rigged, 'proxy', masked);
  // With a token that was entered for this proxy, the proxy is used, still without the login of the other one
  await again.profiles.test({ ...input, proxy: masked }).catch(() => undefined);
  expect(other.text()).not.toBe('');
  expect(other.text().toLowerCase()).not.toContain('proxy-authorization');
});

test('tokens and logins of an earlier release are bound to the stored settings at the first start, without asking', async () => {
  const rigged = await rig();
  const { client, platform, ports } = rigged;
  const { id } = await onlyProfile(rigged);
  await client.profiles.edit({ ...profile, id, url: platform.url, token: '' });
  ports.secrets.entries.set(`token:${id}`, platform.tokens.admin);
  const again = await rigged.restart();
  expect(await onlyProfile(rigged)).toMatchObject({ hasToken: true, tokenMismatch: null });
  expect((await again.profiles.probe()).capabilities[0]).toMatchObject({ outcome: 'allowed' });
  expect(ports.secrets.entries.get(`token:${id}`)).not.toBe(platform.tokens.admin);
  const other = await listener();
  const moved = await storedAs(rigged, 'url', other.url);
  await expect(moved.profiles.probe()).rejects.toMatchObject({ reason: 'token-elsewhere' });
  expect(other.text()).toBe('');
});

test('a proxy of the environment is not used', async () => {
  const rigged = await rig();
  const other = await listener();
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']) {
    vi.stubEnv(name, other.url);
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const client = await rigged.restart();
  await client.profiles.probe();
  expect(other.text()).toBe('');
});
