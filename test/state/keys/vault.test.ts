import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeChmod } from '../../helpers/fake-fs.ts';
import { filesBelow, emptyDataFolder, usedDataFolder } from '../data-folders.ts';

test('an empty folder and a working keychain give a new key, and the same key the next time', async () => {
  const { ports, data, vault } = emptyDataFolder();
  const first = await vault();
  expect(first.status()).toEqual({ state: 'ready', reportedMessage: null, hasPassphrase: false, hasData: false });
  expect(first.databaseKey()).toMatch(/^[0-9a-f]{64}$/);
  expect((await vault()).databaseKey()).toBe(first.databaseKey());
  expect([...ports.secrets.entries.keys()].filter((name) => name.startsWith('probe:'))).toEqual([]);
  expect(readFileSync(join(data, 'keys.json'), 'utf8')).not.toContain(first.databaseKey());
});

test.skipIf(process.platform === 'win32')('only this user can read the folder and keys.json', async () => {
  const { data, vault } = emptyDataFolder();
  await vault();
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(statSync(join(data, 'keys.json')).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform === 'win32').each(['open', 'missing'] as const)(
  'files of keys and secrets that others may read are restricted when the vault is opened; keychain: %s',
  async (mode) => {
    const { ports, data, vault } = await usedDataFolder();
    const names = ['keys.json', 'keys.json.copy', 'keys.json.old-1', 'secrets.json'];
    for (const name of names) {
      const file = join(data, name);
      if (!existsSync(file)) writeFileSync(file, '{}');
      chmodSync(file, 0o644);
    }
    ports.secrets.mode = mode;
    await vault();
    expect(names.map((name) => statSync(join(data, name)).mode & 0o777)).toEqual(names.map(() => 0o600));
  },
);

test.each(['EPERM', 'EROFS'])(
  'the vault opens even if the permissions of its files cannot be changed: %s',
  async (code) => {
    const { vault, key } = await usedDataFolder();
    fakeChmod(() => {
      throw Object.assign(new Error('cannot change'), { code });
    });
    expect((await vault()).databaseKey()).toBe(key);
  },
);

test('the keychain is tested with a trial entry before a key is created', async () => {
  const { ports, vault } = emptyDataFolder();
  await vault();
  expect(ports.secrets.writes[0]).toMatch(/^set probe:/);
  expect(ports.secrets.writes[1]).toMatch(/^delete probe:/);
  expect(ports.secrets.writes[2]).toMatch(/^set database-key:/);
});

test.each([
  ['locked', 'locked', /locked collection/],
  ['missing', 'missing', /not provided/],
] as const)(
  'a %s keychain and no data: nothing is written, and retry makes the key once it opens',
  async (mode, state, message) => {
    const { ports, data, vault } = emptyDataFolder();
    ports.secrets.mode = mode;
    const opened = await vault();
    expect(opened.status()).toMatchObject({
      state,
      hasData: false,
      reportedMessage: expect.stringMatching(message) as string,
    });
    expect(existsSync(data)).toBe(false);
    expect(() => opened.databaseKey()).toThrow(expect.objectContaining({ code: 'denied' }));
    expect(() => opened.secrets()).toThrow(expect.objectContaining({ code: 'denied' }));

    ports.secrets.mode = 'open';
    expect((await opened.retry()).state).toBe('ready');
    expect(filesBelow(data)).toEqual(['keys.json', 'keys.json.copy']);
  },
);

test('retry finds the key of existing data after the keychain was unlocked', async () => {
  const { ports, vault, key } = await usedDataFolder();
  ports.secrets.mode = 'locked';
  const opened = await vault();
  expect(opened.status()).toMatchObject({ state: 'locked', hasData: true });
  ports.secrets.mode = 'open';
  expect((await opened.retry()).state).toBe('ready');
  expect(opened.databaseKey()).toBe(key);
});

test('an open keychain without the key of existing data is reported differently from a locked one', async () => {
  const { ports, vault } = await usedDataFolder();
  ports.secrets.entries.clear();
  const { state, reportedMessage } = (await vault()).status();
  expect(state).toBe('locked');
  expect(reportedMessage).toMatch(/has no key/);
  expect(ports.secrets.entries.size).toBe(0);
});

test('without data, a key that is missing in the keychain is replaced, and the old keys.json is renamed', async () => {
  const { ports, data, vault } = emptyDataFolder();
  const before = (await vault()).databaseKey();
  const text = readFileSync(join(data, 'keys.json'), 'utf8');
  ports.secrets.entries.clear();
  const after = await vault();
  expect(after.status().state).toBe('ready');
  expect(after.databaseKey()).not.toBe(before);
  expect(readFileSync(join(data, 'keys.json.old-1'), 'utf8')).toBe(text);
});

test('no key is created while a profile has a cache, even if all other files are missing', async () => {
  const { data, vault } = emptyDataFolder();
  mkdirSync(join(data, 'profiles', 'p1'), { recursive: true });
  writeFileSync(join(data, 'profiles', 'p1', 'cache.db'), 'bytes');
  const opened = await vault();
  expect(opened.status()).toMatchObject({
    state: 'locked',
    hasData: true,
    reportedMessage: expect.stringMatching(/keys\.json/) as string,
  });
  expect(filesBelow(data)).toEqual([join('profiles', 'p1', 'cache.db')]);
});

test('a damaged keys.json is read from its copy', async () => {
  const { data, vault, key } = await usedDataFolder();
  writeFileSync(join(data, 'keys.json'), '{"version": 1, "id"');
  const opened = await vault();
  expect(opened.status().state).toBe('ready');
  expect(opened.databaseKey()).toBe(key);
});

test('a lost keys.json is read from its copy', async () => {
  const { data, vault, key } = await usedDataFolder();
  renameSync(join(data, 'keys.json'), join(data, 'elsewhere'));
  expect((await vault()).databaseKey()).toBe(key);
});

test('simultaneous operations create only one key', async () => {
  const { ports, vault } = emptyDataFolder();
  ports.secrets.mode = 'locked';
  const opened = await vault();
  ports.secrets.mode = 'open';
  await Promise.all([opened.retry(), opened.retry(), opened.unlock('correct horse battery')]);
  const made = ports.secrets.writes.filter((line) => line.startsWith('set database-key:'));
  expect(made).toHaveLength(1);
});

test('a key that the keychain does not store is not used', async () => {
  const { ports, data, vault } = emptyDataFolder();
  const set = ports.secrets.set.bind(ports.secrets);
  ports.secrets.set = async (name, value) => (name.startsWith('database-key:') ? undefined : set(name, value));
  expect((await vault()).status().state).toBe('missing');
  expect(existsSync(data)).toBe(false);
});
