import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RestoredDetail } from '#shared/contract/host.ts';
import { host as words } from '#shared/text/en/host.ts';
import { backupsOf } from '#main/state/open/backups.ts';
import { lostCommitsOf } from '#main/state/files/database.ts';
import { notices } from '#main/state/notices.ts';
import type { StateFile } from '#main/state/open/state-file.ts';
import { profiles, type StoredProfileInput } from '#main/state/profiles.ts';
import { views } from '#main/state/views.ts';
import { readWriteAheadLog } from '#main/state/files/write-ahead-log.ts';
import { flip, pageBytesOf } from '../helpers/damage.ts';
import { fakeChmod } from '../helpers/fake-fs.ts';
import { openOrRestore, tempFolder, usedDataFolder } from './data-folders.ts';

/**
 * A data folder after a kill. The last three saved views are only in the log. `at`: the offset of a page in the log;
 * frames are counted from 1.
 */
async function killedPlace() {
  const { data, state, key } = await usedDataFolder();
  const opened = state(key);
  for (const name of ['one', 'two', 'three'])
    views(opened.db).save({ table: 'users', name, query: null, version: 2 }, 1);
  const folder = tempFolder();
  for (const name of ['keys.json', 'state.db', 'state.db-wal', 'state.db.mark']) {
    copyFileSync(join(data, name), join(folder, name));
  }
  mkdirSync(join(folder, 'state.db.copies'));
  for (const copy of backupsOf(join(data, 'state.db'))) copyFileSync(copy, copy.replace(data, folder));
  opened.close(1);
  const file = join(folder, 'state.db');
  const commits = readWriteAheadLog(`${file}-wal`)?.commits ?? [];
  const pageBytes = pageBytesOf(`${file}-wal`);
  const at = (frame = 0): number => 32 + (frame - 1) * (pageBytes + 24);
  return { file, commits, at, open: () => openOrRestore({ folder, key, now: 5 }) };
}

type KilledPlace = Awaited<ReturnType<typeof killedPlace>>;

function noticeOf({ db }: StateFile) {
  const [notice] = notices(db).list();
  return (
    notice && { ...RestoredDetail.parse(JSON.parse(notice.detail)), ...words.noticeOf(notice.code, notice.detail) }
  );
}

test('commits that are only in the log after a kill are kept at the next start', async () => {
  const { open, commits } = await killedPlace();
  expect(commits).toHaveLength(3);
  const state = open();
  expect(state.restored).toBeNull();
  expect(views(state.db).list('users')).toHaveLength(3);
  state.close(6);
});

test.each([
  ['a page', ({ at, commits }: KilledPlace) => at(commits[0]) + 2_000],
  ['the head of a page', ({ at, commits }: KilledPlace) => at(commits[0]) + 10],
  ['the head of the log', () => 14],
])('transactions that SQLite silently drops from a damaged log are detected: %s', async (_, where) => {
  const killed = await killedPlace();
  const { open, file } = killed;
  flip(`${file}-wal`, where(killed));
  const state = open();
  expect(state.restored).toMatchObject({ from: backupsOf(file)[0] });
  expect(noticeOf(state)?.what).toMatch(/Reeve restored the backup/);
  expect(noticeOf(state)?.lines).toContain('The newest changes can’t be read, so Reeve can’t list what was lost.');
  expect(existsSync(`${file}.broken-1-wal`)).toBe(true);
  state.close(6);
});

test('if only the last transaction is incomplete, as after a power failure, the file is used, and nothing in it continues by itself', async () => {
  const { open, file, commits, at } = await killedPlace();
  flip(`${file}-wal`, at(commits.at(-1)) + 2_000);
  const state = open();
  expect(state.restored).toMatchObject({ from: file });
  expect(views(state.db).list('users')).toHaveLength(2);
  expect(noticeOf(state)).toMatchObject({ what: 'The last change to the state file was damaged and is lost.' });
  state.close(6);
});

test('without its shared-memory file, a log counts as complete', async () => {
  const { file, commits } = await killedPlace();
  expect(commits).toHaveLength(3);
  expect(existsSync(`${file}-shm`)).toBe(false);
  expect(lostCommitsOf(file)).toBe(0);
});

test('a shared-memory file that disappears while Reeve starts does not stop the start', async () => {
  const { open, file } = await killedPlace();
  copyFileSync(file, `${file}-shm`);
  fakeChmod((chmod, path, mode) => {
    if (String(path).endsWith('-shm')) rmSync(path, { force: true });
    chmod(path, mode);
  });
  const state = open();
  expect(views(state.db).list('users')).toHaveLength(3);
  state.close(6);
});

test('a file system without permissions does not stop the start', async () => {
  const { data, state, key } = await usedDataFolder();
  fakeChmod(() => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  });
  const opened = state(key);
  expect(views(opened.db).save({ table: 'users', name: 'one', query: null, version: 2 }, 1)).toMatchObject({
    name: 'one',
  });
  opened.close(1);
  expect(existsSync(join(data, 'state.db.mark'))).toBe(false);
});

const input: StoredProfileInput = {
  ...{ name: 'One', colour: 'iris', url: 'https://git.corp', dialect: 'documented', readOnly: false },
  ...{ proxy: null, ca: null, allowPlainHttp: false },
};
type Table = ReturnType<typeof profiles>;

test.each<[string, (table: Table, id: string) => unknown]>([
  ['added', (table) => table.add({ ...input, name: 'Two' }, 2)],
  ['edited', (table, id) => table.edit(id, { ...input, name: 'Renamed' })],
  ['removed', (table, id) => table.remove(id)],
])('a profile that is %s is written to the file at once, with all earlier changes', async (_, change) => {
  const { data, state, key } = await usedDataFolder();
  const opened = state(key);
  const logBytes = () => statSync(join(data, 'state.db-wal')).size;
  const table = profiles(opened.db);
  const { id } = table.add(input, 1);
  views(opened.db).save({ table: 'users', name: 'One', query: null, version: 2 }, 1);
  expect(logBytes()).toBeGreaterThan(0);
  change(table, id);
  expect(logBytes()).toBe(0);
  opened.close(3);
});
