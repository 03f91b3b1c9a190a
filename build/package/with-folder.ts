import { mkdtempSync, rmSync } from 'node:fs';
import process from 'node:process';

/** Delete the new folder when `work` has ended, or this process exits before. `start`: the beginning of its path. */
export async function withFolder<T>(start: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(start);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await work(folder);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
