import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGit, withCache } from './git.ts';
import type { Git } from './git.ts';
import { packOf } from './git-objects.ts';
import type { Planned } from './planned-repository.ts';

const PREFIX = 'platform-repositories-';

/** Existing folders, deleted if the process ends without closing its platforms. */
const folders = new Set<string>();
process.once('exit', () => folders.forEach(dropFolder));

/** A new temporary folder. It is deleted by `dropFolder`, at the end of the process, or by the next process if this one is killed. */
export function createFolder(): string {
  if (folders.size === 0) sweep();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  folders.add(folder);
  return folder;
}

/** Deletes the folders of killed processes. */
function sweep() {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? /^\d+(?=-)/.exec(name.slice(PREFIX.length))?.[0] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) dropFolder(join(tmpdir(), name));
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function dropFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
}

/** Bare repositories are created once per process. All platforms read them, and copy them before the first write. */
const models = new Map<Planned | string, Promise<Model>>();
let home: string | undefined;

/** A repository that is only read. */
export interface Model {
  folder: string;
  /** Returns cached results without running git. */
  git: Git;
}

/** A bare repository with the planned content; without a plan, an empty one. */
export function modelOf(planned: Planned | undefined, defaultBranch: string): Promise<Model> {
  const key = planned ?? defaultBranch;
  const model = models.get(key) ?? makeModel(planned, defaultBranch);
  models.set(key, model);
  return model;
}

export const copyModel = ({ folder }: Model, to: string): Promise<void> => cp(folder, to, { recursive: true });

async function makeModel(planned: Planned | undefined, defaultBranch: string): Promise<Model> {
  home ??= createFolder();
  const folder = join(home, `${models.size}.git`);
  await mkdir(folder);
  const git = createGit(folder);
  await git(['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`]);
  const model = { folder, git: withCache(git).git };
  if (planned === undefined) return model;
  await git(['index-pack', '--stdin'], { input: await packOf(planned.objects) });
  const rows = [...planned.refs].map(([ref, id]) => `${id} ${ref}\n`).sort();
  await writeFile(join(folder, 'packed-refs'), rows.join(''));
  return model;
}
