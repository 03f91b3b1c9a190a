import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Replace `folder` by a copy of the project in the working directory: the files that git does not ignore, and hard links
 * to the installed packages. Hard links take no space; symbolic ones don't work, because Vite serves only files of the
 * project.
 */
export function copyProject(folder: string): void {
  copySources(folder);
  linkPackages(folder);
}

/** Hard links to the installed packages, in a folder that has none. */
export function linkPackages(folder: string): void {
  execFileSync('cp', ['-al', 'node_modules', join(folder, 'node_modules')]);
}

/** What git ignores, for an unpacked archive of the sources without git. */
const ignored = ['node_modules', 'out', 'dist', '.cache', 'test-results', 'playwright-report'];

/** Like `copyProject`, without the installed packages. */
export function copySources(folder: string): void {
  removeFolder(folder);
  if (!existsSync('.git')) {
    const isSource = (path: string): boolean => !ignored.includes(basename(path));
    for (const name of readdirSync('.').filter(isSource))
      cpSync(name, join(folder, name), { recursive: true, filter: isSource });
    return;
  }
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(name))) {
    const copy = join(folder, file);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(file, copy);
  }
}

/** Delete a folder with many files. `rm` needs a tenth of the CPU time of Node. */
export function removeFolder(folder: string): void {
  execFileSync('rm', ['-rf', folder]);
}
