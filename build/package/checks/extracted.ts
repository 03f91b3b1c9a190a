import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAsar } from '../tools.ts';
import { withFolder } from '../with-folder.ts';

/**
 * Extract `app.asar` of an unpacked folder, with the binaries beside it, into `app` of a temporary folder, and delete the
 * folder after `work`. The folder is outside of the project, where Node would find modules that the package lacks.
 */
export async function withExtracted<T>(
  unpacked: string,
  work: (app: string, folder: string) => Promise<T>,
): Promise<T> {
  return withFolder(join(tmpdir(), 'reeve-package-'), async (folder) => {
    const app = join(folder, 'app');
    (await loadAsar()).extractAll(join(unpacked, 'resources', 'app.asar'), app);
    return work(app, folder);
  });
}
