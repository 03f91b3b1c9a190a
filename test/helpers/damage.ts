import { closeSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { backupsOf } from '#main/state/open/backups.ts';
import { openReadOnly } from '#main/state/files/database.ts';
import type { FakePorts } from './fake-ports.ts';

/** The page size of a database or of a write-ahead log, from its header. This part of the header is not encrypted. */
export function pageBytesOf(file: string): number {
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(18);
    readSync(handle, header);
    return file.endsWith('-wal') ? header.readUInt32BE(8) : header.readUInt16BE(16);
  } finally {
    closeSync(handle);
  }
}

/** Flip one bit of a file. */
export function flip(file: string, at: number, bit = 0): void {
  const handle = openSync(file, 'r+');
  try {
    const byte = Buffer.alloc(1);
    readSync(handle, byte, 0, 1, at);
    writeSync(handle, Buffer.from([(byte[0] ?? 0) ^ (1 << bit)]), 0, 1, at);
  } finally {
    closeSync(handle);
  }
}

/** The databases of a data folder, with their key from the keychain of the test. */
export function databases({ paths, secrets }: Pick<FakePorts, 'paths' | 'secrets'>) {
  const [entry] = [...secrets.entries].filter(([name]) => name.startsWith('database-key:'));
  const key = entry?.[1] ?? '';
  const state = join(paths.data, 'state.db');
  return {
    key,
    state,
    archive: join(paths.data, 'archive.db'),
    /** The largest cache of all profiles. */
    cache: (): string => {
      const files = readdirSync(join(paths.data, 'profiles')).map((id) => join(paths.data, 'profiles', id, 'cache.db'));
      return files.sort((a, b) => statSync(b).size - statSync(a).size)[0] ?? '';
    },
    /** Flip a bit in the first page of a table or an index. This process must not have the file open. */
    flipPageOf: (file: string, name: string): void => {
      const opened = openReadOnly(file, key);
      const page = opened.db
        .prepare<[string], number>('SELECT rootpage FROM sqlite_master WHERE name = ?')
        .pluck()
        .get(name);
      opened.close();
      if (page === undefined) throw new Error(`no ${name}`);
      flip(file, (page - 1) * pageBytesOf(file) + 500);
    },
    /**
     * Flip a bit in some pages with rows of a table. `shares`: their places among these pages, from 0 to below 1. This
     * process must not have the file open.
     */
    flipRowsOf: (file: string, table: string, shares: readonly number[]): void => {
      const opened = openReadOnly(file, key);
      const pages = opened.db
        .prepare<[string], number>(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`)
        .pluck()
        .all(table);
      opened.close();
      for (const share of shares) {
        const page = pages[Math.floor(share * pages.length)];
        if (page === undefined) throw new Error(`no ${table}`);
        flip(file, (page - 1) * pageBytesOf(file) + 2_000);
      }
    },
    /** Delete all backups except these. */
    keepCopies: (known: readonly string[]): void => {
      for (const copy of backupsOf(state)) if (!known.includes(copy)) rmSync(copy);
    },
  };
}
