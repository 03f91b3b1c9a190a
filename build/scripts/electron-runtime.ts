import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const folder = join('node_modules', 'electron');
const triedFile = join('.cache', 'electron-tried');
const fetchWithinMs = 120_000;

/** The program of Electron; undefined if it isn't installed. Its package isn't loaded, because that would start a download. */
export function electronProgram(): string | undefined {
  const named = process.env['ELECTRON_EXEC_PATH'];
  if (named !== undefined && named !== '') return named;
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const program = join(
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'),
    readFileSync(pathFile, 'utf8'),
  );
  return existsSync(program) ? program : undefined;
}

/**
 * Try to download the runtime, once for each version, so that further starts don't wait after a failure.
 * Returns the program, or undefined.
 */
export function fetchElectron(): string | undefined {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (existsSync(triedFile) && readFileSync(triedFile, 'utf8') === version) return undefined;
  spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: fetchWithinMs });
  const program = electronProgram();
  if (program === undefined) {
    mkdirSync('.cache', { recursive: true });
    writeFileSync(triedFile, version);
  }
  return program;
}

/** Whether there is a display for a window. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}
