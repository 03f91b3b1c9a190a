import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGit } from './git.ts';
import { packOf } from './git-objects.ts';
import type { Planned } from './repository.ts';

/** Folders that lie on the disk, for a process that ends without closing its platforms. */
const folders = new Set<string>();
process.once('exit', () => folders.forEach(dropFolder));

/** A new temporary folder; it goes with `dropFolder`, or with the process. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platform-repositories-'));
  folders.add(folder);
  return folder;
}

export function dropFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
}

/** Bare repositories are made once in a process, and copied for every platform that needs one like it. */
const models = new Map<Planned | string, Promise<string>>();
let home: string | undefined;

/** Puts a bare repository into a folder, with what is planned or, without a plan, empty. */
export async function makeRepository(folder: string, planned: Planned | undefined, defaultBranch: string) {
  const key = planned ?? defaultBranch;
  const model = models.get(key) ?? makeModel(planned, defaultBranch);
  models.set(key, model);
  await cp(await model, folder, { recursive: true });
}

async function makeModel(planned: Planned | undefined, defaultBranch: string): Promise<string> {
  home ??= createFolder();
  const folder = join(home, `${models.size}.git`);
  await mkdir(folder);
  const git = createGit(folder);
  await git(['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`]);
  if (planned === undefined) return folder;
  await git(['index-pack', '--stdin'], { input: await packOf(planned.objects) });
  const rows = [...planned.refs].map(([ref, id]) => `${id} ${ref}\n`).sort();
  await writeFile(join(folder, 'packed-refs'), rows.join(''));
  return folder;
}
