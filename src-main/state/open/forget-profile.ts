import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCorruption, openDatabase, type Db } from '../files/database.ts';
import { syncFile, syncFolder } from '../files/files.ts';
import { backupsOf } from './backups.ts';
import type { StateFile } from './state-file.ts';

/** Tables that keep their rows: a person must still find what was written to a removed instance. */
const kept: readonly string[] = ['journal'];

/**
 * Delete what a database and its backups store about a profile, except the journal. The row of the profile is deleted
 * only from the backups: in `state.db` it shows that the removal has not ended.
 */
export function forgetProfile({ db, file }: Pick<StateFile, 'db' | 'file'>, key: string, profileId: string): void {
  deleteRows(db, profileId);
  for (const backup of backupsOf(file)) deleteFromBackup(backup, key, profileId);
}

/** A backup is replaced as a whole, so that it is complete at any time. One that can't be read is deleted. */
function deleteFromBackup(backup: string, key: string, profileId: string): void {
  const draft = join(dirname(backup), 'draft.tmp');
  const removeDraft = (): void => ['', '-wal', '-shm'].forEach((tail) => rmSync(draft + tail, { force: true }));
  removeDraft();
  try {
    copyFileSync(backup, draft);
    const db = openDatabase(draft, key);
    try {
      deleteRows(db, profileId);
      if (isState(db)) db.prepare('DELETE FROM profiles WHERE id = ?').run(profileId);
      db.exec('VACUUM');
      db.pragma('journal_mode=DELETE');
    } finally {
      db.close();
    }
    syncFile(draft);
    renameSync(draft, backup);
  } catch (thrown) {
    removeDraft();
    if (!isCorruption(thrown)) throw thrown;
    rmSync(backup, { force: true });
  }
  syncFolder(dirname(backup));
}

function deleteRows(db: Db, profileId: string): void {
  db.transaction(() => {
    const tables = db
      .prepare<[], string>(
        `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND c.name = 'profile_id'`,
      )
      .pluck()
      .all();
    for (const table of tables) {
      if (!kept.includes(table)) db.prepare(`DELETE FROM "${table}" WHERE profile_id = ?`).run(profileId);
    }
    if (!isState(db)) return;
    db.prepare(`UPDATE preferences SET value = json_remove(value, ?) WHERE name = 'scopes' AND json_valid(value)`).run(
      `$."${profileId}"`,
    );
    db.prepare(
      `DELETE FROM notices WHERE EXISTS (SELECT 1 FROM profiles p WHERE p.id = ? AND p.name =
         iif(json_valid(detail), json_extract(detail, '$.name'), substr(detail, 1, instr(detail, ': ') - 1)))`,
    ).run(profileId);
  }).immediate();
}

function isState(db: Db): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'profiles'`).get() !== undefined;
}
