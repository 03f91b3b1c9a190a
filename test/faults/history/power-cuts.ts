import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '#main/cache/open-cache.ts';
import { hours } from '#shared/time.ts';
import { commitsIn, cutLog } from '../../helpers/wal.ts';
import { brokenChains, storedIn } from './agreement.ts';
import { prepareHistory } from './stage.ts';

export interface PowerCuts {
  cuts: number;
  /** Commits in the logs of both files. */
  commits: [cache: number, history: number];
  /** Cuts after which changes were lost, and the gap is reported. */
  gaps: number;
  wrong: string[];
}

/**
 * Sync in several rounds, then cut the logs of both files after random commits, independently of each other, and start again.
 * Mirror and history must agree, or the gap is reported, before and after the next sync. `isNew`: Reeve was not started again
 * since it made the files, so that a cut can leave them empty.
 */
export async function cutPower(order: {
  cuts: number;
  rounds: number;
  users: number;
  seed: number;
  isNew: boolean;
}): Promise<PowerCuts> {
  const { cuts, isNew, ...rest } = order;
  const stage = await prepareHistory({
    ...{ ...rest, everyMs: hours(6), copyWhen: 'killed' },
    ...(!isNew && { restartsAt: 2 }),
  });
  const { random } = stage;
  try {
    const [ofCache = 0, ofHistory = 0] = logsIn(stage.filesIn(stage.original).data).map((log) => commitsIn(log).length);
    const report: PowerCuts = { cuts, commits: [ofCache, ofHistory], gaps: 0, wrong: [] };
    for (let at = 0; at < cuts; at += 1) {
      const inCache = at === 0 ? ofCache : random.integer(0, ofCache);
      const inHistory = at === 0 ? ofHistory : random.integer(0, ofHistory);
      const { wrong, isGap } = await cutOnce([inCache, inHistory]);
      report.gaps += Number(isGap);
      report.wrong.push(...wrong.map((what) => `seed ${order.seed}, cut at ${inCache} and ${inHistory}: ${what}`));
    }
    return report;
  } finally {
    await stage.end();
  }

  async function cutOnce(commits: [cache: number, history: number]): Promise<{ wrong: string[]; isGap: boolean }> {
    const folder = stage.copy();
    const { key, data } = stage.filesIn(folder);
    for (const [at, log] of logsIn(data).entries()) {
      if (existsSync(log)) cutLog(log, commits[at] ?? 0);
      rmSync(log.replace(/wal$/, 'shm'), { force: true });
    }
    const isLoss = isAnythingLost(data, key);
    const running = await stage.start(folder);
    const wrong: string[] = [];
    try {
      wrong.push(...brokenChains(storedIn(data, key)).map((what) => `before the next sync, ${what}`));
      await stage.sync(running.client);
      for (let asked = 0; asked < 2; asked += 1) wrong.push(...(await stage.wrongThen(running)));
    } finally {
      await running.close();
    }
    const last = stage.wrongIn(folder);
    const isGap = last.gaps.length > 0;
    if (isGap && !isLoss) wrong.push(`a gap is reported without a loss: ${JSON.stringify(last.gaps)}`);
    return { wrong: [...wrong, ...last.wrong], isGap };
  }
}

const logsIn = (data: string): string[] => ['cache', 'history'].map((name) => join(data, `${name}.db-wal`));

/** Whether the history lacks what the cache has already deleted, or the cache is new. */
function isAnythingLost(data: string, key: string): boolean {
  const fact = (file: string, name: string): number | undefined => {
    const db = openCache({ file: join(data, file), key }, 'write');
    try {
      const value = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck().get(name);
      return value === undefined ? undefined : Number(value);
    } catch {
      return undefined;
    } finally {
      db.close();
    }
  };
  const [sent = 0, copied = 0] = [fact('cache.db', 'history:transfers'), fact('history.db', 'transfers')];
  return sent > copied || (copied > 0 && fact('cache.db', 'history:written') === undefined);
}
