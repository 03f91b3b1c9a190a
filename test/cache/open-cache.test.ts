import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openReader } from '#main/cache/worker/reader.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { pageBytesOf } from '../helpers/damage.ts';
import { runSync, freshFile, key, openBoth, workerScript } from './rig.ts';
import { usersBetween } from './rows.ts';

const storeScript = workerScript('store-worker.ts');

async function closedCache() {
  const file = await freshFile();
  const store = await openStore(storeScript, file);
  await runSync(store, [{ pages: [usersBetween(1, 60)] }]);
  await store.close();
  return file;
}

test('a wrong key is distinguished from a damaged file, and the right key still opens the file afterwards', async () => {
  const { file } = await closedCache();
  const wrong = openStore(storeScript, { file, key: 'b2'.repeat(32) });
  await expect(wrong).rejects.toMatchObject({ code: 'denied', reason: 'key-mismatch' });
  const { reader } = await openBoth({ file, key });
  expect((await reader.lists('users').summary({ scope: '' })).live).toBe(60);
});

test('a file that is not a Reeve database counts as damaged', async () => {
  const { file } = await freshFile();
  await writeFile(file, 'this was a cache once');
  await expect(openStore(storeScript, { file, key })).rejects.toMatchObject({ code: 'invalid', reason: 'corrupt' });
});

test('a truncated file counts as damaged', async () => {
  const { file } = await closedCache();
  await truncate(file, 10_000);
  await expect(openStore(storeScript, { file, key })).rejects.toMatchObject({ reason: 'corrupt' });
});

test('a flipped bit in a page is detected when the page is read', async () => {
  const { file } = await closedCache();
  const bytes = await readFile(file);
  const pageBytes = pageBytesOf(file);
  for (let at = pageBytes + 100; at < bytes.length; at += pageBytes) bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await expect(openStore(storeScript, { file, key })).rejects.toMatchObject({ reason: 'corrupt' });
});

test('a reader of a missing file fails with missing', async () => {
  const file = await freshFile();
  await expect(openReader(workerScript('read-worker.ts'), file)).rejects.toMatchObject({ code: 'missing' });
});

test('the files contain no personal data in plain text, while open and when closed', async () => {
  const file = await freshFile();
  const store = await openStore(storeScript, file);
  await runSync(store, [{ pages: [usersBetween(1, 300)] }]);
  const folder = dirname(file.file);
  const plain = async (): Promise<string[]> => {
    const names = await readdir(folder);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    expect(texts.join('').length).toBeGreaterThan(100_000);
    return names.filter((_, at) => /mail\.example|Person|CREATE TABLE/.test(texts[at] ?? ''));
  };
  expect(await plain()).toEqual([]);
  await store.close();
  expect(await plain()).toEqual([]);
});
