import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAsar } from '../tools.ts';

/**
 * Extract `app.asar` of an unpacked folder, with the binaries beside it, into `app` of a temporary folder, and delete the
 * folder after `work`. The folder is outside of the project, where Node would find modules that the package lacks.
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
