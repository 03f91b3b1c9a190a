import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { electronBuilder, run, type Settings } from './tools.ts';

export interface PackOptions {
  /** The folder of the project, which has been built with `buildForPackage`. */
  project: string;
  /** The unpacked runtime of Electron; undefined: electron-builder downloads it. */
  electron: string | undefined;
  settings?: Settings;
}

const recipe = join('build', 'package', 'electron-builder.yml');

/** Build the program, with its list of bundled packages and their licenses. */
export async function buildForPackage(project: string, { env, umask }: Settings = {}): Promise<void> {
  const program = join('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  await run(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    cwd: project,
    env: { ...env, REEVE_PACKAGE: '1' },
    ...(umask === undefined ? {} : { umask }),
  });
}

/** Make the unpacked folder of the program in `dist`. Fails: with the output of electron-builder. */
export async function packFolder(
  { project, electron, settings = {} }: PackOptions,
  system = process.platform,
): Promise<void> {
  const dist = electron === undefined ? [] : [`-c.electronDist=${electron}`];
  await runBuilder(project, [systemOption(system), 'dir', ...dist], settings);
}

/** Make the packages of this system from the unpacked folder. Fails: with the output of electron-builder. */
export async function packInstallers(project: string, unpacked: string): Promise<void> {
  await runBuilder(project, [systemOption(process.platform), '--prepackaged', unpacked], {});
}

function systemOption(system: NodeJS.Platform): string {
  return { darwin: '--mac', win32: '--win' }[system as string] ?? '--linux';
}

async function runBuilder(project: string, args: readonly string[], settings: Settings): Promise<void> {
  const all = [electronBuilder, '--project', project, '--config', recipe, '--publish', 'never', ...args];
  await run(process.execPath, all, { cwd: project, ...settings });
}

/** The runtime of Electron that the project has installed; undefined: electron-builder has to download it. */
export function installedElectron(project: string): string | undefined {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(project, 'node_modules', 'electron', 'dist');
  return existsSync(join(folder, 'version')) ? folder : undefined;
}
