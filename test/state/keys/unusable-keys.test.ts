import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fingerprint, usedDataFolder } from '../data-folders.ts';
import type { UsedDataFolder } from '../data-folders.ts';

const unusableKeys: { name: string; state: string; cause: (used: UsedDataFolder) => void }[] = [
  { name: 'the keychain is locked', state: 'locked', cause: ({ ports }) => void (ports.secrets.mode = 'locked') },
  { name: 'no keychain answers', state: 'missing', cause: ({ ports }) => void (ports.secrets.mode = 'missing') },
  { name: 'the keychain lost the key', state: 'locked', cause: ({ ports }) => ports.secrets.entries.clear() },
  {
    name: 'the keychain has another key',
    state: 'locked',
    cause: ({ ports }) => {
      for (const name of ports.secrets.entries.keys()) ports.secrets.entries.set(name, randomBytes(32).toString('hex'));
    },
  },
  {
    name: 'the keychain has no key but some text',
    state: 'locked',
    cause: ({ ports }) => {
      for (const name of ports.secrets.entries.keys()) ports.secrets.entries.set(name, 'hunter2');
    },
  },
  {
    name: 'keys.json and its copy are truncated',
    state: 'locked',
    cause: ({ data }) => ['keys.json', 'keys.json.copy'].forEach((name) => truncateSync(join(data, name), 40)),
  },
  {
    name: 'keys.json and its copy are empty',
    state: 'locked',
    cause: ({ data }) => ['keys.json', 'keys.json.copy'].forEach((name) => truncateSync(join(data, name), 0)),
  },
  {
    name: 'keys.json is of a newer program',
    state: 'locked',
    cause: ({ data }) => {
      for (const name of ['keys.json', 'keys.json.copy']) {
        const text = readFileSync(join(data, name), 'utf8');
        writeFileSync(join(data, name), text.replace('"version": 1', '"version": 2'));
      }
    },
  },
];

test.each(unusableKeys)('no file changes until a person decides: $name', async ({ state, cause }) => {
  const used = await usedDataFolder();
  cause(used);
  const before = fingerprint(used.data);
  const vault = await used.vault();
  expect(vault.status()).toMatchObject({ state, hasData: true });
  await vault.retry();
  await vault.retry();
  await expect(vault.unlock('a passphrase that was never set')).rejects.toMatchObject({ code: 'denied' });
  await expect(vault.setPassphrase('a passphrase')).rejects.toMatchObject({ code: 'denied' });
  expect(vault.status().state).toBe(state);
  vault.close();
  expect(fingerprint(used.data)).toEqual(before);
});

test.each(unusableKeys)('a session neither changes nor reads the data folder: $name', async ({ cause }) => {
  const used = await usedDataFolder();
  cause(used);
  const before = fingerprint(used.data);
  const vault = await used.vault();
  expect((await vault.useSession()).state).toBe('session');
  expect(vault.databaseKey()).not.toBe(used.key);
  vault.close();
  expect(fingerprint(used.data)).toEqual(before);
});

test('no file changes when the database is opened with a wrong key', async () => {
  const { data, state } = await usedDataFolder();
  const before = fingerprint(data);
  const open = () => state(randomBytes(32).toString('hex'));
  expect(open).toThrow(expect.objectContaining({ code: 'denied', reason: 'key-mismatch' }));
  expect(fingerprint(data)).toEqual(before);
});

test('a wrong key is reported as a wrong key even if the file is damaged too', async () => {
  const { data, state } = await usedDataFolder();
  truncateSync(join(data, 'state.db'), 2_000);
  const before = fingerprint(data);
  const open = () => state(randomBytes(32).toString('hex'));
  expect(open).toThrow(expect.objectContaining({ code: 'denied', reason: 'key-mismatch' }));
  expect(fingerprint(data)).toEqual(before);
});

test('the vault opens even if the database is damaged', async () => {
  const { data, vault, key } = await usedDataFolder();
  truncateSync(join(data, 'state.db'), 2_000);
  const before = fingerprint(data);
  expect((await vault()).databaseKey()).toBe(key);
  expect(fingerprint(data)).toEqual(before);
});

test.runIf(process.platform === 'linux')(
  'if the disk fails while keys.json is read, the error says so, and keys.json is kept',
  async () => {
    const used = await usedDataFolder();
    const [file, copy, kept] = ['keys.json', 'keys.json.copy', 'kept'].map((name) => join(used.data, name));
    renameSync(file ?? '', kept ?? '');
    rmSync(copy ?? '');
    // Reading the start of this file fails with EIO
    symlinkSync('/proc/self/mem', file ?? '');
    const before = fingerprint(used.data);
    await expect(used.vault()).rejects.toMatchObject({ reason: 'disk-failed' });
    expect(() => used.state('0'.repeat(64))).toThrow('EIO');
    expect(fingerprint(used.data)).toEqual(before);
  },
);
