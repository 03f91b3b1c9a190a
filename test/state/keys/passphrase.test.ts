import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openVault } from '#main/state/keys/vault.ts';
import { passphraseCost } from '#main/state/keys/keys-file.ts';
import { cheap, filesBelow, fingerprint, emptyDataFolder, usedDataFolder } from '../data-folders.ts';

const passphrase = 'correct horse battery';

test('a passphrase opens the vault if the keychain has lost the key', async () => {
  const { ports, vault, key } = await usedDataFolder({ passphrase, ...cheap });
  ports.secrets.mode = 'missing';
  const opened = await vault();
  expect(opened.status()).toMatchObject({ state: 'passphrase', hasPassphrase: true, hasData: true });
  expect(await opened.unlock(passphrase)).toMatchObject({ state: 'ready', hasPassphrase: true });
  expect(opened.databaseKey()).toBe(key);
});

test('a wrong passphrase is reported and changes no file', async () => {
  const { ports, data, vault } = await usedDataFolder({ passphrase, ...cheap });
  ports.secrets.mode = 'missing';
  const before = fingerprint(data);
  const opened = await vault();
  await expect(opened.unlock('incorrect horse')).rejects.toMatchObject({ code: 'denied', reason: 'passphrase-wrong' });
  expect(opened.status().state).toBe('passphrase');
  expect(fingerprint(data)).toEqual(before);
});

test('the same letters in another Unicode form are the same passphrase', async () => {
  const { ports, vault, key } = await usedDataFolder({ passphrase: 'caf\u00e9 au lait', ...cheap });
  ports.secrets.mode = 'missing';
  const opened = await vault();
  await opened.unlock('cafe\u0301 au lait');
  expect(opened.databaseKey()).toBe(key);
});

test('unlocking stores the key in a keychain that works but has lost it', async () => {
  const { ports, vault, key } = await usedDataFolder({ passphrase, ...cheap });
  ports.secrets.entries.clear();
  const opened = await vault();
  expect(opened.status().state).toBe('passphrase');
  await opened.unlock(passphrase);
  const again = await vault();
  expect(again.status().state).toBe('ready');
  expect(again.databaseKey()).toBe(key);
});

test('with neither data nor keychain a passphrase creates a key, and opens the vault later', async () => {
  const { ports, data, vault } = emptyDataFolder(cheap);
  ports.secrets.mode = 'missing';
  const first = await vault();
  expect(await first.unlock(passphrase)).toMatchObject({ state: 'ready', hasPassphrase: true });
  const key = first.databaseKey();
  expect(filesBelow(data)).toEqual(['keys.json', 'keys.json.copy']);

  const second = await vault();
  expect(second.status().state).toBe('passphrase');
  await second.unlock(passphrase);
  expect(second.databaseKey()).toBe(key);
  expect(ports.secrets.entries.size).toBe(0);
});

test('with data but without a passphrase that was set, unlock fails and changes nothing', async () => {
  const { ports, data, vault } = await usedDataFolder();
  ports.secrets.mode = 'locked';
  const before = fingerprint(data);
  const opened = await vault();
  await expect(opened.unlock(passphrase)).rejects.toMatchObject({ code: 'denied', reason: 'keychain-locked' });
  expect(fingerprint(data)).toEqual(before);
});

test('a new passphrase replaces the old one', async () => {
  const { ports, vault, key } = await usedDataFolder({ passphrase, ...cheap });
  const first = await vault();
  await first.setPassphrase('another passphrase');
  ports.secrets.mode = 'missing';
  const second = await vault();
  await expect(second.unlock(passphrase)).rejects.toMatchObject({ reason: 'passphrase-wrong' });
  await second.unlock('another passphrase');
  expect(second.databaseKey()).toBe(key);
});

test('the cost of a passphrase is stored with the key, and is 2^17 unless a test sets it', async () => {
  const { data, ports, vault, key } = await usedDataFolder({ passphrase });
  expect(passphraseCost).toBe(131_072);
  const { wrapped } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { wrapped: object };
  expect(wrapped).toMatchObject({ kdf: 'scrypt', n: 131_072, r: 8, p: 1 });
  ports.secrets.mode = 'missing';
  const opened = await vault();
  await opened.unlock(passphrase);
  expect(opened.databaseKey()).toBe(key);
});

test.each([2 ** 10, 2 ** 16])('a keys.json that was made with the lower scrypt cost %i is refused', async (cost) => {
  const { ports, data } = await usedDataFolder({ passphrase, cost });
  ports.secrets.mode = 'missing';
  const { temporary } = ports.paths;
  const opened = await openVault({ folder: data, temporary, secrets: ports.secrets, clock: ports.clock });
  expect(opened.status()).toMatchObject({
    state: 'locked',
    reportedMessage: expect.stringMatching(/wrapped\.n/) as string,
  });
  await expect(opened.unlock(passphrase)).rejects.toMatchObject({ code: 'denied', reason: 'corrupt' });
});

test('without a keychain, tokens are stored encrypted on disk and kept after a restart', async () => {
  const { ports, data, vault } = emptyDataFolder(cheap);
  ports.secrets.mode = 'missing';
  const first = await vault();
  await first.unlock(passphrase);
  await first.secrets().set('token:p1', 'glpat-very-secret');
  expect(readFileSync(join(data, 'secrets.json'), 'utf8')).not.toContain('glpat');

  const second = await vault();
  await second.unlock(passphrase);
  expect(await second.secrets().get('token:p1')).toBe('glpat-very-secret');
});

test('tokens from a time without a keychain are found when there is one again, and move to it when they are set', async () => {
  const { ports, vault } = await usedDataFolder({ passphrase, ...cheap });
  ports.secrets.mode = 'missing';
  const without = await vault();
  await without.unlock(passphrase);
  await without.secrets().set('token:p1', 'glpat-very-secret');

  ports.secrets.mode = 'open';
  const tokens = (await vault()).secrets();
  expect(await tokens.get('token:p1')).toBe('glpat-very-secret');
  await tokens.set('token:p1', 'glpat-newer');
  expect(ports.secrets.entries.get('token:p1')).toBe('glpat-newer');
  await tokens.delete('token:p1');
  expect(await tokens.get('token:p1')).toBeNull();
});
