import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packages } from '#main/state/blobs/packages.ts';
import { blobs } from '#main/state/blobs/blobs.ts';
import { snippetFiles } from '#main/state/blobs/snippet-files.ts';
import { pinnedBytes } from '#main/state/blobs/pinned-bytes.ts';
import { openReadOnly } from '#main/state/files/database.ts';
import { openBlobs, type Verdict } from '#main/state/open/state-file.ts';
import { openUnwritable } from '#main/state/open/unwritable-files.ts';
import { host } from '#shared/text/en/host.ts';
import { megabytes } from '#shared/time.ts';
import { flip, pageBytesOf } from '../helpers/damage.ts';
import { usedDataFolder } from './data-folders.ts';

async function opened(limitBytes = megabytes(500)) {
  const { data, key } = await usedDataFolder();
  const limit = { bytes: limitBytes };
  const open = (verdict?: Verdict) => {
    const file = openBlobs({ folder: data, key, now: 1, verdict });
    onTestFinished(() => void file.close(1));
    return { ...file, blobs: blobs(file.db, () => limit.bytes) };
  };
  return { data, key, limit, open, ...open(), file: join(data, 'blobs.db') };
}
const use = (key: number, profileId = 'p1') => ({ profileId, kind: 'files', key: String(key) });
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function contentOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

test('a file of several chunks is read as it was stored, and only once for two users', async () => {
  const { blobs: stored, db } = await opened();
  const bytes = randomBytes(2_500_001);
  const parts = [bytes.subarray(0, 7), bytes.subarray(7, 1_900_000), bytes.subarray(1_900_000)];
  const kept = await stored.put(parts, use(1), 1);
  expect(kept).toEqual({ sha256: hashOf(bytes), sizeBytes: bytes.length });
  expect(await stored.put([bytes], use(2, 'p2'), 2, kept)).toEqual(kept);
  expect(db.prepare('SELECT count(*) FROM blob_chunks').pluck().get()).toBe(3);
  expect((await contentOf(stored.read(kept.sha256, 3))).equals(bytes)).toBe(true);
  stored.releaseOf('p1');
  expect(stored.of('p1', 'files')).toEqual([]);
  expect(stored.of('p2', 'files')).toMatchObject([{ ...kept, key: '2', isPinned: false }]);
  stored.release(use(2, 'p2'));
  expect(stored.usage()).toMatchObject({ usedBytes: 0, pinnedBytes: 0, files: 0 });
  await expect(contentOf(stored.read(kept.sha256, 4))).rejects.toMatchObject({ code: 'missing' });
});

test('in a folder that cannot be written, files are read and none is stored', async () => {
  const { blobs: stored, data, key, ...first } = await opened();
  const { sha256 } = await stored.put([randomBytes(2_000_000)], use(1), 1);
  await stored.settled();
  first.close(2);
  const { blobs: file, state, archive } = openUnwritable({ folder: data, key });
  onTestFinished(() => [file, state, archive].forEach((one) => void one.close(3)));
  const read = blobs(file.db, () => megabytes(500));
  expect(hashOf(await contentOf(read.read(sha256, 4)))).toBe(sha256);
  expect(read.of('p1', 'files')).toMatchObject([{ sha256 }]);
  await expect(read.put([randomBytes(10)], use(2), 5)).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
});

test('an empty file and a file of exactly one chunk are stored', async () => {
  const { blobs: stored } = await opened();
  for (const size of [0, megabytes(1)]) {
    const { sha256 } = await stored.put([Buffer.alloc(size, 7)], use(size), 1);
    expect(await contentOf(stored.read(sha256, 2))).toHaveLength(size);
  }
});

test('a file that differs from what was received is not kept', async () => {
  const { blobs: stored, db } = await opened();
  const expected = { sha256: hashOf(Buffer.from('ab')), sizeBytes: 2 };
  await expect(stored.put([Buffer.from('ac')], use(1), 1, expected)).rejects.toMatchObject({ reason: 'file-damaged' });
  const half = async function* () {
    yield Buffer.alloc(megabytes(2));
    await Promise.reject(new Error('the connection ended'));
  };
  await expect(stored.put(half(), use(1), 1)).rejects.toThrow('the connection ended');
  expect(db.prepare('SELECT (SELECT count(*) FROM blobs) + (SELECT count(*) FROM blob_chunks)').pluck().get()).toBe(0);
});

test('above the limit, the least recently used files that are not pinned are deleted, and their space is returned', async () => {
  const { blobs: stored, db, file, limit } = await opened(megabytes(20));
  const put = (key: number) => stored.put([Buffer.alloc(megabytes(6), key)], use(key), key);
  await put(1);
  const second = await put(2);
  const third = await put(3);
  stored.pin(use(1), true);
  await contentOf(stored.read(second.sha256, 10));
  await put(4);
  const keys = () => stored.of('p1', 'files').map(({ key }) => key);
  expect(keys()).toEqual(['1', '2', '4']);
  expect(stored.of('p1', 'files').some(({ sha256 }) => sha256 === third.sha256)).toBe(false);
  expect(stored.usage()).toMatchObject({ usedBytes: megabytes(18), pinnedBytes: megabytes(6), files: 3 });
  await stored.settled();
  db.pragma('wal_checkpoint(TRUNCATE)');
  expect(stored.usage().diskBytes).toBe(statSync(file).size);

  const before = statSync(file).size;
  limit.bytes = megabytes(7);
  stored.applyLimit();
  await stored.settled();
  expect(keys()).toEqual(['1']);
  expect(statSync(file).size).toBeLessThan(before - megabytes(10));
  await expect(put(5)).rejects.toMatchObject({ reason: 'storage-limit' });
  expect(keys()).toEqual(['1']);
});

test('the packages that were read from a file count to the limit, and a file that is being received does not', async () => {
  const { blobs: stored, db } = await opened(megabytes(20));
  const put = (key: number) => stored.put([Buffer.alloc(megabytes(6), key)], use(key), key);
  await put(1);
  const before = stored.usage();
  const receiving = stored.begin(2);
  receiving.write(Buffer.alloc(megabytes(5)));
  expect(Math.abs(stored.usage().diskBytes - before.diskBytes)).toBeLessThan(megabytes(1));
  receiving.discard();
  const one = { version: '1', type: 'npm', purl: 'x'.repeat(500), licenses: 'MIT', project: null };
  const pieces = [Array.from({ length: 15_000 }, (_, at) => ({ ...one, name: `package-${at}` }))];
  const [blob] = stored.of('p1', 'files');
  await packages(db).put(blob?.id ?? 0, 1, { packages: 15_000, unreadable: 0, problem: null, pieces }, (name) => name);
  const { usedBytes, diskBytes } = stored.usage();
  expect(usedBytes).toBe(megabytes(6));
  expect(diskBytes).toBeGreaterThan(before.diskBytes + megabytes(8));
  await put(2);
  expect(stored.of('p1', 'files').map(({ key }) => key)).toEqual(['2']);
  expect(stored.usage().diskBytes).toBeLessThan(megabytes(8));
});

test('a changed chunk is noticed when the file is read', async () => {
  const { blobs: stored, db } = await opened();
  const { sha256 } = await stored.put([Buffer.from('content')], use(1), 1);
  db.prepare('UPDATE blob_chunks SET bytes = ?').run(Buffer.from('CONTENT'));
  await expect(contentOf(stored.read(sha256, 2))).rejects.toMatchObject({ reason: 'file-damaged' });
});

test('a damaged file is replaced when it is stored again, for all its users', async () => {
  const { blobs: stored, db } = await opened();
  const { sha256 } = await stored.put([Buffer.from('content')], use(1), 1);
  stored.pin(use(1), true);
  expect(await stored.isWhole(sha256, 2)).toBe(true);
  db.prepare('UPDATE blob_chunks SET bytes = ?').run(Buffer.from('CONTENT'));
  expect(await stored.isWhole(sha256, 3)).toBe(false);
  await stored.put([Buffer.from('content')], use(2), 4);
  expect((await contentOf(stored.read(sha256, 5))).toString()).toBe('content');
  expect(stored.of('p1', 'files')).toMatchObject([{ isPinned: true }, { isPinned: false }]);
  expect(db.prepare('SELECT count(*) FROM blob_chunks').pluck().get()).toBe(1);
  expect(await stored.isWhole('0'.repeat(64), 6)).toBe(false);
});

test('after a kill, finished files are kept, and unfinished ones leave nothing', async () => {
  const { data, key, open, ...first } = await opened();
  first.close(1);
  const child = join(import.meta.dirname, 'killed-blob-writer.ts');
  const { signal } = spawnSync(process.execPath, [child, data], { input: key });
  expect(signal).toBe('SIGKILL');
  const { blobs: stored, db } = open();
  await stored.settled();
  const [kept, ...others] = stored.of('p1', 'files');
  expect(others).toEqual([]);
  expect((await contentOf(stored.read(kept?.sha256 ?? '', 2))).toString()).toBe('finished');
  expect(db.prepare('SELECT count(*) FROM blob_chunks').pluck().get()).toBe(1);
  expect(db.pragma('freelist_count', { simple: true })).toBe(0);
});

test('a damaged file is set aside and replaced by an empty one, and the content is never plain text', async () => {
  const { blobs: stored, file, open, ...first } = await opened();
  await stored.put([Buffer.from('a secret package list')], use(1), 1);
  first.close(1);
  expect(readFileSync(file).includes('a secret package list')).toBe(false);
  expect(existsSync(`${file}.copies`)).toBe(false);
  flip(file, 100);
  const again = open('damaged');
  expect(again.restored).toMatchObject({ asideAt: `${file}.broken-1`, from: null });
  expect(again.blobs.of('p1', 'files')).toEqual([]);
  expect(again.db.pragma('auto_vacuum', { simple: true })).toBe(2);
  expect(await again.blobs.put([Buffer.from('new')], use(1), 2)).toMatchObject({ sizeBytes: 3 });
});

test.each([
  ['blob_chunks', 'overflow', ['4']],
  ['blob_chunks', 'leaf', null],
  ['blob_uses', 'leaf', []],
])(
  'after damage in %s (%s), files that can still be read are kept with their users',
  async (table, kind, lost: string[] | null) => {
    const { blobs: stored, key, file, open, ...first } = await opened();
    const facts = snippetFiles(first.db);
    const contents = Array.from({ length: 9 }, () => randomBytes(30_000));
    for (const [number, content] of contents.entries()) await stored.put([content], use(number), 1);
    stored.pin(use(2), true);
    facts.put(use(1), { version: 'v', fetchedAt: 1 });
    await stored.settled();
    first.close(1);
    const { db, close } = openReadOnly(file, key);
    const pages = db
      .prepare<[string, string], number>('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno')
      .pluck()
      .all(table, kind);
    close();
    const page = pages[Math.floor(pages.length / 2)] ?? 0;
    flip(file, (page - 1) * pageBytesOf(file) + 500);

    const again = open('damaged');
    const kept = again.blobs.of('p1', 'files');
    expect(again.restored).toMatchObject({ kept: kept.length, from: null });
    for (const { key: number, sha256 } of kept) {
      expect(hashOf(await contentOf(again.blobs.read(sha256, 2)))).toBe(
        hashOf(contents[Number(number)] ?? Buffer.alloc(0)),
      );
    }
    if (lost === null) return;
    const whole = contents.map((_, number) => String(number)).filter((number) => !lost.includes(number));
    expect(kept.map(({ key: number }) => number)).toEqual(whole);
    const lostUses = {
      kind: 'files',
      count: lost.length,
      names: lost.map((number) => `files ${number}`),
      isComplete: true,
    };
    expect(again.restored?.lost).toEqual(lost.length === 0 ? [] : [lostUses]);
    const { what, lines } = host.noticeOf('blobs-restored', JSON.stringify(again.restored));
    expect(what).toBe(
      `The store of downloaded files was damaged. Reeve kept the ${9 - lost.length} files that it could read.`,
    );
    expect(lines[0]).toBe(lost.length === 0 ? 'Nothing was lost.' : 'Lost: 1 file (files 4).');
    expect(kept[2]).toMatchObject({ isPinned: true });
    expect(snippetFiles(again.db).get(use(1))).toEqual({ version: 'v', fetchedAt: 1 });
  },
);

test('facts about the file of a snippet are kept when its content is replaced, and deleted with the file', async () => {
  const { blobs: stored, db, limit } = await opened();
  const facts = snippetFiles(db);
  await stored.put([Buffer.from('first')], use(1), 1);
  facts.put(use(1), { version: '2025-11-01T10:00:00Z', fetchedAt: 1 });
  await stored.put([Buffer.from('second')], use(1), 2);
  expect(facts.get(use(1))).toEqual({ version: '2025-11-01T10:00:00Z', fetchedAt: 1 });
  facts.put(use(1), { version: null, fetchedAt: 2 });
  expect(facts.get(use(1))).toEqual({ version: null, fetchedAt: 2 });
  limit.bytes = 0;
  stored.applyLimit();
  expect(facts.get(use(1))).toBeNull();
  expect(() => facts.put(use(1), { version: null, fetchedAt: 3 })).toThrow(/FOREIGN KEY/);
});

test('files that pins keep do not count towards the limit of stored files, and are never deleted to make space', async () => {
  const { db } = await opened();
  const kept = pinnedBytes(db);
  const stored = blobs(db, () => megabytes(3) + kept());
  for (const key of [1, 2, 3]) {
    await stored.put([randomBytes(megabytes(2))], use(key), key);
    stored.pin(use(key), true);
  }
  expect(kept()).toBe(megabytes(6));
  const exported = { profileId: 'p1', kind: 'dependency-exports', key: '1' };
  await stored.put([randomBytes(megabytes(2))], exported, 4);
  stored.pin(exported, true);
  expect(kept()).toBe(megabytes(6));
  await expect(stored.put([randomBytes(megabytes(2))], use(4), 5)).rejects.toMatchObject({ reason: 'storage-limit' });
  expect([1, 2, 3].map((key) => stored.get(use(key)) !== null)).toEqual([true, true, true]);
});
