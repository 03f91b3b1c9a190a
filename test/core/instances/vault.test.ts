import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { fakePorts, fakeSecrets, type KeychainMode } from '../../helpers/fake-ports.ts';
import { syncUsers, profile, rig, temporaryFolder } from '../../helpers/rig.ts';
import { attach } from '../../helpers/window.ts';

async function started(mode: KeychainMode, folder = temporaryFolder()) {
  const ports = { ...fakePorts(folder, { secrets: fakeSecrets({ mode }) }), clock: systemClock };
  const core = await createCore(ports);
  onTestFinished(() => core.close());
  return { core, ports, client: attach(core), folder };
}

test('without a keychain only host services work, and all others fail with the reason', async () => {
  const { client } = await started('missing');
  expect((await client.host.status()).vault).toMatchObject({ state: 'missing', hasData: false });
  expect(await client.host.preferences()).toMatchObject({ theme: 'system' });
  await expect(client.users.summary({ scope: '' })).rejects.toMatchObject({
    code: 'denied',
    reason: 'keychain-missing',
  });
});

test('a session works in its own folder, which is deleted at the end', async () => {
  const { client, core } = await started('missing');
  expect(await client.host.useSession()).toMatchObject({ state: 'session' });
  const { dataFolder } = await client.host.status();
  expect(existsSync(dataFolder)).toBe(true);
  expect((await client.profiles.list()).profiles).toEqual([]);
  await core.close();
  expect(existsSync(dataFolder)).toBe(false);
});

test('a passphrase opens the same data again without a keychain', async () => {
  const { platform } = await rig();
  const first = await started('missing');
  await first.client.host.unlock({ passphrase: 'correct horse battery' });
  await first.client.profiles.add({ ...profile, url: platform.url, token: platform.tokens.admin });
  await syncUsers(first.client);
  await first.core.close();
  const second = await started('missing', first.folder);
  expect((await second.client.host.status()).vault).toMatchObject({ state: 'passphrase', hasData: true });
  await expect(second.client.host.unlock({ passphrase: 'wrong horse battery' })).rejects.toMatchObject({
    reason: 'passphrase-wrong',
  });
  expect(await second.client.host.unlock({ passphrase: 'correct horse battery' })).toMatchObject({ state: 'ready' });
  expect(await second.client.users.summary({ scope: '' })).toMatchObject({ live: 60 });
  expect((await second.client.profiles.list()).profiles[0]).toMatchObject({ hasToken: true });
});

test('a retry after unlocking the keychain opens the data', async () => {
  const rigged = await rig();
  await syncUsers(rigged.client);
  rigged.ports.secrets.mode = 'locked';
  const client = await rigged.restart();
  await expect(client.users.summary({ scope: '' })).rejects.toMatchObject({
    code: 'denied',
    reason: 'keychain-locked',
  });
  rigged.ports.secrets.mode = 'open';
  expect(await client.host.retry()).toMatchObject({ state: 'ready' });
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 60 });
});

test('a second process fails with the process that uses the folder', async () => {
  const { ports } = await started('open');
  await expect(createCore(ports)).rejects.toMatchObject({ code: 'conflict', reason: 'folder-busy' });
});

test('a demo that starts while the vault is locked is available after it opens', async () => {
  const { platform } = await rig();
  const { client, core } = await started('missing');
  await core.addDemo({ url: platform.url, token: platform.tokens.admin, dialect: 'gitlab' });
  await client.host.useSession();
  expect((await client.profiles.list()).profiles).toMatchObject([
    { name: 'Demo', url: platform.url, hasToken: true, dialect: 'gitlab' },
  ]);
});

test('a demo does not change a profile that the person named Demo', async () => {
  const { client, core, platform } = await rig();
  const mine = { ...profile, name: 'Demo', url: 'https://git.corp.example', token: 'token-of-mine' };
  const { id } = await client.profiles.add(mine);
  for (const _ of [1, 2]) await core.addDemo({ url: platform.url, token: platform.tokens.admin });
  const { profiles } = await client.profiles.list();
  expect(profiles.map(({ name, url }) => [name, url])).toEqual([
    ['Test', platform.url],
    ['Demo', mine.url],
    ['Reeve demo', platform.url],
  ]);
  expect(profiles.find((other) => other.id === id)).toMatchObject({ hasToken: true });
});
