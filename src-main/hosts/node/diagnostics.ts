import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { readDiagnostics } from '#main/core/diagnostics.ts';
import { aboutOf, type Machine } from '#main/hosts/machine.ts';
import { keychain } from '#main/hosts/secrets.ts';
import type { BuildPaths } from '#main/hosts/build-paths.ts';
import { diagnostics as words } from '#shared/text/en/diagnostics.ts';

interface Wanted {
  /** The new zip; an absolute path. */
  file: string;
  machine: Machine;
  passphrase: string | undefined;
  paths: Pick<BuildPaths, 'workers' | 'version'>;
}

/**
 * Save the diagnostics of a data folder without starting Reeve and without changing the folder. Returns the lines to
 * print: the files in the zip, and where it is. Fails: with `EEXIST` if there is a file already; as the disk does;
 * `passphrase-wrong`.
 */
export async function saveDiagnostics({ file, machine, passphrase, paths }: Wanted): Promise<string[]> {
  if (existsSync(file)) throw Object.assign(new Error(words.terminal.exists(file)), { code: 'EEXIST' });
  const ports = { ...machine, secrets: keychain(), workers: paths.workers, about: aboutOf('node', paths.version) };
  const { files, zip } = await readDiagnostics(ports, passphrase);
  try {
    writeFileSync(file, zip, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true });
    throw error;
  }
  return [...files.map(({ name, bytes }) => `${name}  ${words.bytes(bytes)}`), words.terminal.saved(file)];
}
