import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createPlatform, type Platform } from '../platform/platform.ts';
import { createRandom, type Random } from '../platform/random.ts';

const syncProcess = join(import.meta.dirname, 'sync-process.ts');

export interface KillReport {
  kills: number;
  /** IDs that Reeve shows at the end, in order. */
  shown: number[];
  /** IDs of the list of the platform, in order. */
  there: number[];
}

/**
 * Sync in processes that are killed after random numbers of requests, while users are added and deleted. The last process
 * may finish. The caller compares the result with the platform.
 */
export async function killSyncs({
  kills,
  users,
  seed,
  leavers = 3,
}: {
  kills: number;
  users: number;
  seed: number;
  /** The number of users that are deleted after each kill. */
  leavers?: number;
}): Promise<KillReport> {
  const platform = await createPlatform({ users, seed });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-kill-'));
  const random = createRandom(seed, 'kills');
  try {
    let done = 0;
    for (let at = 0; at < kills; at++) {
      done += await syncUntil(platform, folder, 1 + random.integer(0, Math.ceil(users / 100)));
      unsettle(platform, random, leavers);
    }
    const shown = await syncToTheEnd(platform, folder);
    return { kills: done, shown, there: platform.world.users.ordered('id').map(({ id }) => id) };
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function startSync(platform: Platform, folder: string) {
  const args = [syncProcess, folder, platform.url, platform.tokens.admin];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Kill the process after this many further requests. Returns 1 if it was still running. */
async function syncUntil(platform: Platform, folder: string, requests: number): Promise<number> {
  const limit = platform.requests.count() + requests;
  const child = startSync(platform, folder);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const watch = setInterval(() => {
    if (platform.requests.count() >= limit) child.kill('SIGKILL');
  }, 1);
  const [, signal] = await ended;
  clearInterval(watch);
  return signal === 'SIGKILL' ? 1 : 0;
}

async function syncToTheEnd(platform: Platform, folder: string): Promise<number[]> {
  const child = startSync(platform, folder);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [out, [code]] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(`the sync process ended with ${code}`);
  return (JSON.parse(out) as { ids: number[] }).ids;
}

/** Delete some random users, and add two. */
function unsettle({ world }: Platform, random: Random, leavers: number): void {
  const everybody = world.users.ordered('id').slice(20);
  for (let n = 0; n < leavers; n++) {
    const leaver = everybody[random.integer(0, everybody.length - 1)];
    if (leaver !== undefined && world.users.get(leaver.id) !== undefined) world.users.remove(leaver.id);
  }
  for (let n = 0; n < 2; n++) world.users.add({ name: 'Newcomer', username: `newcomer-${random.integer(0, 1e9)}` });
}
