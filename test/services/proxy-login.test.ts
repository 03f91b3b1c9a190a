import { expect, test } from 'vitest';
import {
  resolveProxyInput,
  storeLogin,
  maskedProxy,
  moveProxyLogins,
  splitProxy,
  proxyWithLogin,
} from '#main/services/instances/proxy-login.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { profiles } from '#main/state/profiles.ts';
import { fakeSecrets } from '../helpers/fake-ports.ts';
import { databaseAt } from '../state/migrations/database-at.ts';

const known = { id: 'p1', proxy: 'http://***@proxy.corp:8080', ca: null } as Parameters<typeof resolveProxyInput>[1];
const plain = {
  ...({ name: 'One', colour: 'iris', url: 'https://git.corp', dialect: 'documented', readOnly: false } as const),
  ...{ ca: null, allowPlainHttp: false },
};

test('a login is separated from an address, and an address without a login stays unchanged', () => {
  expect(splitProxy('http://me:p%40ss@proxy.corp:8080/')).toEqual({
    proxy: 'http://***@proxy.corp:8080',
    login: 'me:p%40ss',
    isMasked: false,
  });
  expect(splitProxy('https://only-a-token@proxy.corp').login).toBe('only-a-token:');
  expect(splitProxy('http://proxy.corp:3128')).toEqual({
    proxy: 'http://proxy.corp:3128',
    login: null,
    isMasked: false,
  });
  expect(() => splitProxy('socks5://me:pw@proxy.corp')).toThrow(expect.objectContaining({ field: 'proxy' }));
  expect(maskedProxy('me:pw@proxy.corp:1')).toBeNull();
});

test('a masked login is resolved only for the same proxy', async () => {
  const secrets = fakeSecrets();
  const stored = { id: 'p1', proxy: known?.proxy ?? null, ca: null };
  await storeLogin(stored, 'me:p$&w', secrets);
  expect(await proxyWithLogin(stored, secrets)).toBe('http://me:p$&w@proxy.corp:8080');
  expect(await proxyWithLogin({ id: 'p1', proxy: 'http://***@evil.corp:8080', ca: null }, secrets)).toBe(
    'http://evil.corp:8080',
  );
  expect(await resolveProxyInput({ proxy: 'http://***@proxy.corp:8080', ca: null }, known, secrets)).toMatchObject({
    login: undefined,
  });
  for (const other of ['http://***@evil.corp:8080', 'https://***@proxy.corp:8080', 'http://***@proxy.corp:8081']) {
    await expect(resolveProxyInput({ proxy: other, ca: null }, known, secrets)).rejects.toMatchObject({
      reason: 'needs-secret',
      field: 'proxy',
    });
  }
  await expect(
    resolveProxyInput({ proxy: 'http://***@proxy.corp:8080', ca: null }, null, secrets),
  ).rejects.toMatchObject({
    field: 'proxy',
  });
});

test('a login is sent with other certificates only if it is entered again; certificates may be removed', async () => {
  const secrets = fakeSecrets();
  const proxy = 'https://***@proxy.corp:8080';
  const stored = { ...known, id: 'p1', proxy, ca: 'own authority' } as NonNullable<typeof known>;
  await storeLogin(stored, 'me:pw', secrets);
  const whole = 'https://me:pw@proxy.corp:8080';
  expect(await proxyWithLogin(stored, secrets)).toBe(whole);
  expect(await proxyWithLogin({ ...stored, ca: null }, secrets)).toBe(whole);
  expect(await proxyWithLogin({ ...stored, ca: 'another authority' }, secrets)).toBe('https://proxy.corp:8080');
  const added = { proxy, ca: 'own authority\nanother authority' };
  await expect(resolveProxyInput(added, stored, secrets)).rejects.toMatchObject({
    reason: 'needs-secret',
    field: 'proxy',
  });
  for (const ca of [null, 'own authority\r\n']) {
    expect(await resolveProxyInput({ proxy, ca }, stored, secrets)).toMatchObject({ used: whole, login: undefined });
  }
});

test('logins in stored profiles move to the keychain, and stay in place if the keychain fails', async () => {
  const table = profiles(databaseAt(newestVersion));
  const { id } = table.add({ ...plain, proxy: 'http://me:pw@proxy.corp:8080' }, 1);
  const other = table.add({ ...plain, name: 'Two', proxy: null }, 2);
  const refused: string[] = [];
  const locked = { ...fakeSecrets(), set: () => Promise.reject(new Error('locked')) };
  await moveProxyLogins(table, locked, (profileId) => refused.push(profileId));
  expect(refused).toEqual([id]);
  expect(table.get(id)?.proxy).toBe('http://me:pw@proxy.corp:8080');
  const secrets = fakeSecrets();
  for (const _ of [1, 2]) await moveProxyLogins(table, secrets, (profileId) => refused.push(profileId));
  expect(table.get(id)?.proxy).toBe('http://***@proxy.corp:8080');
  expect(await proxyWithLogin({ id, proxy: 'http://***@proxy.corp:8080', ca: null }, secrets)).toBe(
    'http://me:pw@proxy.corp:8080',
  );
  expect(table.get(other.id)?.proxy).toBeNull();
  expect(refused).toHaveLength(1);
});

test('a login that an earlier release stored without a proxy is bound to the stored proxy', async () => {
  const table = profiles(databaseAt(newestVersion));
  const { id } = table.add({ ...plain, proxy: 'http://***@proxy.corp:8080' }, 1);
  const secrets = fakeSecrets();
  await secrets.set(`proxy:${id}`, 'me:pw');
  await moveProxyLogins(table, secrets, () => undefined);
  expect(await proxyWithLogin({ id, proxy: 'http://***@proxy.corp:8080', ca: null }, secrets)).toBe(
    'http://me:pw@proxy.corp:8080',
  );
  expect(await proxyWithLogin({ id, proxy: 'http://***@evil.corp:8080', ca: null }, secrets)).toBe(
    'http://evil.corp:8080',
  );
});
