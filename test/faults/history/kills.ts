import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { databases } from '../../helpers/damage.ts';
import { fakePorts, fakeSecrets } from '../../helpers/fake-ports.ts';
import { createPlatform } from '../../platform/platform.ts';
import { createRandom } from '../../platform/random.ts';
import { brokenChains, storedIn, wrongChanges } from './agreement.ts';
import { peopleLog } from './people-log.ts';

const killProcess = join(import.meta.dirname, 'kill-process.ts');

export interface HistoryKills {
  kills: number;
  /** Completed syncs, changes of the platform, and entries of rows. */
  syncs: number;
  changes: number;
  entries: number;
  wrong: string[];
}
interface Sync {
  startedAt: number;
  endedAt: number;
  /** The first sync of a process may continue an earlier one, so it may not see what changed before. */
  isFirst: boolean;
}

/**
 * Sync in processes that are killed at random times, while users change. Afterwards, mirror and history must agree, and each
 * change that a sync could see must be recorded once.
 */
export async function killHistory({
  kills,
  users,
  seed,
}: {
  kills: number;
  users: number;
  seed: number;
}): Promise<HistoryKills> {
  const platform = await createPlatform({ users, seed });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-history-kill-'));
  const random = createRandom(seed, 'history-kills');
  const log = peopleLog(platform, random, Date.now);
  const syncs: Sync[] = [];
  const report: HistoryKills = { kills: 0, syncs: 0, changes: 0, entries: 0, wrong: [] };
  const stored = () => {
    const { key, cache } = databases(
      fakePorts(folder, { secrets: fakeSecrets({ file: join(folder, 'keychain.json') }) }),
    );
    return storedIn(dirname(cache()), key);
  };
  /** Run the process, and kill it this long after its first request; undefined: it is not killed. */
  async function run(times: number, killAfterMs?: number): Promise<void> {
    const args = [killProcess, folder, platform.url, platform.tokens.admin, String(times)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let isFirst = true;
    createInterface(child.stdout).on('line', (line) => {
      syncs.push({ ...(JSON.parse(line) as Omit<Sync, 'isFirst'>), isFirst });
      isFirst = false;
      if (killAfterMs !== undefined) log.change(3, syncs.length % 4 === 0);
    });
    const before = platform.requests.count();
    let firstAt: number | undefined;
    const watch = setInterval(() => {
      if (platform.requests.count() === before) return;
      firstAt ??= Date.now();
      // Also while a sync is running
      if (killAfterMs !== undefined && random.chance(0.01)) log.change(1, false);
      if (killAfterMs !== undefined && Date.now() - firstAt >= killAfterMs) child.kill('SIGKILL');
    }, 1);
    const ended = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    clearInterval(watch);
    if (ended[1] === 'SIGKILL') report.kills += 1;
    else if (ended[0] !== 0) throw new Error(`the process ended with ${ended[0]}`);
  }
  try {
    await run(1);
    for (let at = 0; at < kills; at += 1) {
      log.change(2, at % 8 === 0);
      await run(1_000, random.integer(0, 1_200));
      report.wrong.push(...brokenChains(stored()).map((what) => `after kill ${at + 1}: ${what}`));
      if (report.wrong.length > 0) break;
    }
    await run(2);
    const last = stored();
    report.wrong.push(
      ...brokenChains(last),
      ...wrongChanges(last, log.changes, (at, until) => {
        const seen = syncs.find((one) => !one.isFirst && one.startedAt > at && one.endedAt < until);
        return seen?.endedAt ?? null;
      }),
    );
    if (last.gaps.length > 0) report.wrong.push(`gaps are reported: ${JSON.stringify(last.gaps)}`);
    if (last.both > 0) report.wrong.push(`${last.both} entries are still in both files`);
    return { ...report, syncs: syncs.length, changes: log.changes.length, entries: last.entries.length };
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
