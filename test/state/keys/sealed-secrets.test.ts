import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealedSecrets } from '#main/state/keys/sealed-secrets.ts';
import { filesBelow, tempFolder } from '../data-folders.ts';

const key = randomBytes(32);

test('an entry moved to another name cannot be read', async () => {
  const folder = tempFolder();
  const file = join(folder, 'secrets.json');
  const secrets = sealedSecrets(folder, key);
  await secrets.set('token:production', 'one');
  await secrets.set('token:sandbox', 'two');
  const content = JSON.parse(readFileSync(file, 'utf8')) as { entries: Record<string, unknown> };
  content.entries['token:production'] = content.entries['token:sandbox'];
  writeFileSync(file, JSON.stringify(content));
  await expect(secrets.get('token:production')).rejects.toMatchObject({ code: 'invalid', reason: 'corrupt' });
  expect(await secrets.get('token:sandbox')).toBe('two');
});

test('entries cannot be read with another database key', async () => {
  const folder = tempFolder();
  await sealedSecrets(folder, key).set('token:p1', 'one');
  const other = sealedSecrets(folder, randomBytes(32));
  await expect(other.get('token:p1')).rejects.toMatchObject({ code: 'invalid', reason: 'corrupt' });
});

test('a damaged file is not changed until a token is set, and is then renamed', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'secrets.json'), '{"version":');
  const secrets = sealedSecrets(folder, key);
  await expect(secrets.get('token:p1')).rejects.toMatchObject({ code: 'invalid', reason: 'corrupt' });
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{"version":');
  await secrets.set('token:p1', 'one');
  expect(await secrets.get('token:p1')).toBe('one');
  expect(readFileSync(join(folder, 'secrets.json.broken-1'), 'utf8')).toBe('{"version":');
});

test('a deleted entry is removed from the file, and the others stay', async () => {
  const folder = tempFolder();
  const secrets = sealedSecrets(folder, key);
  await secrets.set('a', 'one');
  await secrets.set('b', 'two');
  await secrets.delete('a');
  expect(await secrets.get('a')).toBeNull();
  expect(await secrets.get('b')).toBe('two');
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toContain('"a"');
  expect(filesBelow(folder)).toEqual(['secrets.json']);
});
