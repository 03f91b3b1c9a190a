import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fuseProblems, wantedFuses } from './fuses.ts';
import { loadFuses, readFuses } from './tools.ts';

/** What is used here of the context that electron-builder passes to its hooks. */
interface PackContext {
  appOutDir: string;
  electronPlatformName: string;
  packager: {
    executableName?: string;
    appInfo: { productFilename: string };
    addElectronFuses: (context: PackContext, fuses: object) => Promise<unknown>;
  };
}

/**
 * Hook of electron-builder, before the program is signed: delete the example app of Electron, and set the fuses.
 * Fails: if a fuse does not have the wanted value afterwards.
 */
export async function afterPack(context: PackContext): Promise<void> {
  const { appOutDir, electronPlatformName: platform, packager } = context;
  const { productFilename } = packager.appInfo;
  const isMac = platform === 'darwin';
  const resources = isMac ? join(`${productFilename}.app`, 'Contents', 'Resources') : 'resources';
  rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true });
  const { FuseV1Options, FuseVersion } = await loadFuses();
  const byNumber = Object.entries(wantedFuses).map(([name, value]) => [String(FuseV1Options[name]), value] as const);
  await packager.addElectronFuses(context, {
    version: FuseVersion['V1'],
    strictlyRequireAllFuses: true,
    ...Object.fromEntries(byNumber),
  });
  const ending = { darwin: '.app', win32: '.exe' }[platform];
  const program = ending === undefined ? (packager.executableName ?? productFilename) : productFilename + ending;
  const problems = fuseProblems(await readFuses(join(appOutDir, program)));
  if (problems.length > 0) throw new Error(`fuses of Electron:\n${problems.join('\n')}`);
}
