import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupsOf } from '#main/state/open/backups.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { notices } from '#main/state/notices.ts';
import { profiles } from '#main/state/profiles.ts';
import { flip, pageBytesOf } from '../helpers/damage.ts';
import { filesBelow, fingerprint, emptyDataFolder, sampleProfile, usedDataFolder } from './data-folders.ts';

test('written data is kept after closing, and a clean close removes the mark file', async () => {
  const { data, state, key } = await usedDataFolder();
  const opened = state(key);
  expect(opened.restored).toBeNull();
  expect(opened.wasUnclean).toBe(false);
  expect(profiles(opened.db).list()).toMatchObject([{ name: 'Production', readOnly: true }]);
  expect(opened.close(1)).toBe(true);
  expect(existsSync(join(data, 'state.db.mark'))).toBe(false);
});

test('a file is closed even if its mark can neither be read nor deleted', async () => {
  const { data, state, key } = await usedDataFolder();
  const opened = state(key);
  rmSync(join(data, 'state.db.mark'));
  mkdirSync(join(data, 'state.db.mark'));
  expect(opened.close(1)).toBe(true);
  expect(opened.db.open).toBe(false);
});

test('the journal of a backup that failed is deleted before the next backup', async () => {
  const { data, state, key } = await usedDataFolder();
  const copies = join(data, 'state.db.copies');
  writeFileSync(join(copies, 'draft.tmp-journal'), 'rest');
  const opened = state(key);
  profiles(opened.db).add(sampleProfile, 1);
  opened.close(1);
  expect(readdirSync(copies).filter((name) => !name.endsWith('.db'))).toEqual([]);
});

test('every commit is durable and temporary tables stay in memory', async () => {
  const { state, key } = await usedDataFolder();
  const opened = state(key);
  const pragma = (name: string) => opened.db.pragma(name, { simple: true });
  expect(pragma('journal_mode')).toBe('wal');
  expect(pragma('synchronous')).toBe(2);
  expect(pragma('temp_store')).toBe(2);
  expect(pragma('cipher')).toBe('aegis');
  opened.close(1);
});

test('the last three backups are kept, one for each run that wrote something', async () => {
  const { data, state, key } = await usedDataFolder();
  const file = join(data, 'state.db');
  const before = backupsOf(file);
  state(key).close(1);
  expect(backupsOf(file)).toEqual(before);
  for (const at of [1, 2, 3, 4]) {
    const opened = state(key);
    notices(opened.db).add({ at, code: 'x', detail: 'y' });
    opened.close(at);
  }
  expect(backupsOf(file)).toHaveLength(3);
  expect(backupsOf(file)).not.toContain(before[0]);
});

test.each([
  ['its first page is damaged', (file: string) => flip(file, 100)],
  ['it is cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 3_000))],
  ['it is something else', (file: string) => writeFileSync(file, 'x'.repeat(8_192))],
])('a damaged file is renamed and replaced with its newest valid backup: %s', async (_, breakIt) => {
  const { data, state, key } = await usedDataFolder();
  const file = join(data, 'state.db');
  breakIt(file);
  const broken = readFileSync(file);
  const copies = fingerprint(`${file}.copies`);

  const opened = state(key);
  expect(opened.restored).toMatchObject({ file, asideAt: `${file}.broken-1`, from: backupsOf(file)[0] });
  expect(profiles(opened.db).list()).toMatchObject([{ name: 'Production' }]);
  expect(await opened.check()).toBe(true);
  opened.close(1);
  expect(readFileSync(`${file}.broken-1`).equals(broken)).toBe(true);
  expect(fingerprint(`${file}.copies`)).toEqual(copies);
  const again = state(key);
  expect(again.restored).toBeNull();
  again.close(2);
});

test('a damaged backup is skipped', async () => {
  const { data, state, key } = await usedDataFolder();
  const file = join(data, 'state.db');
  const second = state(key);
  profiles(second.db).add({ ...sampleProfile, name: 'Sandbox' }, 2);
  second.close(2);
  const [newest = '', older = ''] = backupsOf(file);
  flip(newest, statSync(newest).size - 2_000);
  flip(file, 100);

  const opened = state(key);
  expect(opened.restored?.from).toBe(older);
  expect(profiles(opened.db).list()).toMatchObject([{ name: 'Production' }]);
  expect(existsSync(newest)).toBe(true);
  opened.close(3);
});

test('without a valid backup the new file is empty, the restore is reported, and the damaged file is kept', async () => {
  const { data, state, key } = await usedDataFolder();
  const file = join(data, 'state.db');
  backupsOf(file).forEach((copy) => flip(copy, 100));
  flip(file, 100);
  const broken = readFileSync(file);
  const opened = state(key);
  expect(opened.restored).toMatchObject({ from: null, asideAt: `${file}.broken-1` });
  expect(profiles(opened.db).list()).toEqual([]);
  opened.close(1);
  expect(readFileSync(`${file}.broken-1`).equals(broken)).toBe(true);
});

test.each([
  ['gone', (file: string) => rmSync(file)],
  ['empty', (file: string) => writeFileSync(file, '')],
])('a file that is %s is restored if there are backups, not created empty', async (_, lose) => {
  const { data, state, key } = await usedDataFolder();
  const file = join(data, 'state.db');
  lose(file);
  const opened = state(key);
  expect(opened.restored?.from).toBe(backupsOf(file)[0]);
  expect(profiles(opened.db).list()).toMatchObject([{ name: 'Production' }]);
  opened.close(1);
});

test('the log of a lost file is not applied to its restored backup', async () => {
  const { data, state, key } = await usedDataFolder();
  const file = join(data, 'state.db');
  const opened = state(key);
  profiles(opened.db).add({ ...sampleProfile, name: 'Never committed to the file' }, 2);
  copyFileSync(`${file}-wal`, join(data, 'kept'));
  opened.close(2);
  backupsOf(file)
    .slice(0, 1)
    .forEach((copy) => rmSync(copy));
  rmSync(file);
  copyFileSync(join(data, 'kept'), `${file}-wal`);

  const restored = state(key);
  expect(profiles(restored.db).list()).toMatchObject([{ name: 'Production' }]);
  expect(await restored.check()).toBe(true);
  restored.close(3);
  expect(filesBelow(data)).toContain('state.db.broken-1-wal');
});

test('after a kill the committed data is there, and the background check finds no damage', async () => {
  const { data, state, key } = await usedDataFolder();
  const script = join(import.meta.dirname, 'killed-writer.ts');
  const child = spawnSync(process.execPath, [script, data], { input: key, encoding: 'utf8' });
  expect(child.signal).toBe('SIGKILL');
  const opened = state(key);
  expect(opened.wasUnclean).toBe(true);
  expect(opened.restored).toBeNull();
  expect(notices(opened.db).list()).toMatchObject([{ code: 'written-before-the-kill' }]);
  expect(await opened.check()).toBe(true);
  opened.close(1);
});

test('damage deep in the file is found by the background check, and the file is restored at the next start', async () => {
  const { data, state, key } = await usedDataFolder();
  const file = join(data, 'state.db');
  const db = openDatabase(file, key);
  const page = db.prepare<[], number>(`SELECT rootpage FROM sqlite_master WHERE name = 'notices'`).pluck().get() ?? 0;
  db.close();
  flip(file, (page - 1) * pageBytesOf(file) + 500);

  const opened = state(key);
  expect(opened.restored).toBeNull();
  expect(await opened.check()).toBe(false);
  expect(opened.close(1)).toBe(true);
  const next = state(key);
  expect(next.restored?.asideAt).toBe(`${file}.broken-1`);
  expect(next.wasUnclean).toBe(true);
  expect(await next.check()).toBe(true);
  expect(profiles(next.db).list()).toMatchObject([{ name: 'Production' }]);
  next.close(2);
});

test('a damaged database is not backed up, and valid backups stay', async () => {
  const { data, state, key } = await usedDataFolder();
  const file = join(data, 'state.db');
  const db = openDatabase(file, key);
  const page = db.prepare<[], number>(`SELECT rootpage FROM sqlite_master WHERE name = 'notices'`).pluck().get() ?? 0;
  db.close();
  flip(file, (page - 1) * pageBytesOf(file) + 500);
  const copies = backupsOf(file);

  const opened = state(key);
  profiles(opened.db).add({ ...sampleProfile, name: 'Sandbox' }, 1);
  expect(opened.close(1)).toBe(false);
  expect(backupsOf(file)).toEqual(copies);
  expect(existsSync(`${file}.mark`)).toBe(true);
});

test('a database of a newer program is refused and not changed', async () => {
  const { data, state, key } = await usedDataFolder();
  const db = openDatabase(join(data, 'state.db'), key);
  db.pragma('user_version=99990');
  db.close();
  const before = fingerprint(data);
  expect(() => state(key)).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(() => state(key)).toThrow(/newer Reeve \(version 99990/);
  expect(fingerprint(data)).toEqual(before);
});

test('a folder without keys.json is not opened with any key', () => {
  const { data, state } = emptyDataFolder();
  expect(() => state('ab'.repeat(32))).toThrow(expect.objectContaining({ code: 'denied', reason: 'key-mismatch' }));
  expect(existsSync(data)).toBe(false);
});
