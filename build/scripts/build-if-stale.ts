import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { writeIndexes } from './indexes.ts';

const sources = [
  'src-*/**/*',
  'build/icons/icon.svg',
  'package-lock.json',
  'electron.vite.config.ts',
  'build/scripts/{chunk-names,constant-modules,first-page}.ts',
];
const results = ['out/main/node.js', 'out/main/electron.js', 'out/preload/preload.cjs', 'out/renderer/index.html'];

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether a source is newer than the last build, or there was no build. */
export function isStale(): boolean {
  const oldest = Math.min(...results.map(changedAt));
  const files = sources.flatMap((pattern) => globSync(pattern)).filter((file) => !file.endsWith('.test.ts'));
  return files.some((file) => changedAt(file) > oldest);
}

/** Build if necessary. Prints nothing. Fails: with the output of the build. */
export function buildIfStale(): void {
  writeIndexes(process.cwd());
  if (!isStale()) return;
  const program = join('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
}
