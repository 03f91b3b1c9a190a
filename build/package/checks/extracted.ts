import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAsar } from '../tools.ts';

/**
 * Extract `app.asar` of an unpacked folder, with the binaries beside it, into `app` of a temporary folder, and delete the
 * folder when `work` has ended. It is outside of the project, so that Node finds no module that is missing in the package.
 */
export async function withExtracted<T>(
  unpacked: string,
  work: (app: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-package-'));
  const app = join(folder, 'app');
  try {
    (await loadAsar()).extractAll(join(unpacked, 'resources', 'app.asar'), app);
    return await work(app, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
