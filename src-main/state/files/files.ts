import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Create a folder that only this user may open, or restrict the permissions of an existing one. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  restrict(folder, 0o700);
}

/**
 * Change the permissions of a file or folder if it exists. Where the file system has no permissions or cannot be
 * written, or the user is not the owner, they stay as they are; the data is encrypted either way.
 */
function restrict(path: string, mode: number): void {
  if (process.platform === 'win32') return;
  try {
    ifExists(() => chmodSync(path, mode));
  } catch (thrown) {
    if (!hasCode(thrown, 'EPERM', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw thrown;
  }
}

/** The result of `use`; null: its file does not exist. SQLite may remove its own files at any time. */
export function ifExists<Result>(use: () => Result): Result | null {
  try {
    return use();
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return null;
    throw thrown;
  }
}

function hasCode(thrown: unknown, ...codes: string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}

/**
 * Create a file that only this user may read, or restrict the permissions of an existing one and of what SQLite keeps
 * beside it. An existing file is not opened, because closing it would release the locks that this process holds on it.
 */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const tail of ['', '-wal', '-shm']) restrict(file + tail, 0o600);
}

/** Let only the owner read and write the files of a folder whose names start with one of these prefixes. */
export function restrictFiles(folder: string, prefixes: readonly string[]): void {
  const names = namesIn(folder).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  for (const name of names) restrict(join(folder, name), 0o600);
}

/** Names in a folder, sorted; none if the folder does not exist. */
export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Replace a file completely or not at all. Only this user may read it (mode 0600). */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

/** Make a finished file and its name durable. */
export function syncFile(file: string): void {
  syncPath(file, 'r+');
  syncFolder(dirname(file));
}

/** Make renames in a folder durable. Windows does it itself and does not support the call. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncPath(folder, 'r');
}

function syncPath(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The path to which `setAside` would move a file. */
export function nextAsidePath(file: string, why: string): string {
  let number = 1;
  while (namesIn(dirname(file)).some((name) => name.startsWith(`${basename(file)}.${why}-${number}`))) number += 1;
  return `${file}.${why}-${number}`;
}

/**
 * Rename a file and the files that SQLite keeps beside it: `state.db` becomes `state.db.<why>-1`, or the next free
 * number. Returns the new path.
 */
export function setAside(file: string, why: string): string {
  const aside = nextAsidePath(file, why);
  for (const tail of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(file + tail)) renameSync(file + tail, aside + tail);
  }
  syncFolder(dirname(file));
  return aside;
}

/**
 * Whether the data folder, or the folder of a profile, contains a database, a damaged database or a backup. If so, a
 * new key must not be created, because it could not open them.
 */
export function dataExists(folder: string): boolean {
  const isData = (name: string) => /\.db($|-wal$|\.copies$|\..+-\d+$)/.test(name);
  if (namesIn(folder).some(isData)) return true;
  const profiles = join(folder, 'profiles');
  return namesIn(profiles).some((id) => namesIn(join(profiles, id)).some(isData));
}

/** The bytes of a file; null if it does not exist. */
export function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}
