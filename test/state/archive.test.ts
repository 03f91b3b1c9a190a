import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archive } from '#main/state/archive.ts';
import { backupsOf } from '#main/state/open/backups.ts';
import { openArchive } from '#main/state/open/state-file.ts';
import { usedDataFolder } from './data-folders.ts';

const day = 24 * 60 * 60 * 1000;
const token = { scope: 'group:7', id: 3, row: { id: 3, name: 'deploy', expires_at: '2026-01-01' } };

test('archived rows are kept after closing, in their last state, and an unchanged state is stored once', async () => {
  const { data, key } = await usedDataFolder();
  const first = openArchive({ folder: data, key, now: 1 });
  expect(archive(first.db).add('p1', 'tokens', [token], 10)).toBe(1);
  expect(archive(first.db).add('p1', 'tokens', [token], 20)).toBe(0);
  const revoked = { ...token, row: { ...token.row, revoked: true } };
  expect(archive(first.db).add('p1', 'tokens', [revoked, { ...token, id: 4 }], 30)).toBe(2);
  expect(first.close(40)).toBe(true);

  const second = openArchive({ folder: data, key, now: 50 });
  expect(archive(second.db).latest('p1', 'tokens')).toEqual([
    { ...revoked, at: 30 },
    { ...token, id: 4, at: 30 },
  ]);
  expect(archive(second.db).latest('p2', 'tokens')).toEqual([]);
  second.close(60);
});

test('the archive is backed up once a day, however often it is closed', async () => {
  const { data, key } = await usedDataFolder();
  const file = join(data, 'archive.db');
  const opened = openArchive({ folder: data, key, now: 1 });
  const begun = backupsOf(file).length;
  archive(opened.db).add('p1', 'tokens', [token], 10);
  opened.close(day + 1);
  expect(backupsOf(file)).toHaveLength(begun + 1);
  for (const at of [day + 2, day + 3]) {
    const again = openArchive({ folder: data, key, now: at });
    archive(again.db).add('p1', 'tokens', [{ ...token, id: at }], at);
    again.close(at);
  }
  expect(backupsOf(file)).toHaveLength(begun + 1);
  const last = openArchive({ folder: data, key, now: 2 * day });
  archive(last.db).add('p1', 'tokens', [{ ...token, id: 9 }], 2 * day);
  last.close(2 * day);
  expect(backupsOf(file)).toHaveLength(begun + 2);
});
