import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { days } from '#shared/time.ts';
import { flip, pageBytesOf } from '../../helpers/damage.ts';
import { prepareHistory, realTime } from './stage.ts';

export interface HistoryFlips {
  pages: number;
  /** Flips, those that were detected, and those after which changes were lost and the gap is reported. */
  tried: number;
  detected: number;
  gaps: number;
  /** The longest gap. */
  longestMs: number;
  wrong: string[];
}

/**
 * Flip one bit in pages of `history.db`, one at a time: in every `step`th page. Syncs must go on, the damage must be found,
 * what can be read must be complete outside of the reported gaps, and no gap may be longer than a month.
 */
export async function flipHistory(order: {
  rounds: number;
  users: number;
  seed: number;
  step: number;
}): Promise<HistoryFlips> {
  const { step, ...rest } = order;
  const stage = await prepareHistory({ ...rest, everyMs: days(5), copyWhen: 'closed' });
  const { random } = stage;
  try {
    const original = join(stage.filesIn(stage.original).data, 'history.db');
    const pageBytes = pageBytesOf(original);
    const pages = statSync(original).size / pageBytes;
    const report: HistoryFlips = { pages, tried: 0, detected: 0, gaps: 0, longestMs: 0, wrong: [] };
    for (let page = random.integer(0, step - 1); page < pages; page += step) {
      const folder = stage.copy();
      const file = join(stage.filesIn(folder).data, 'history.db');
      flip(file, page * pageBytes + random.integer(0, pageBytes - 1), random.integer(0, 7));
      const running = await stage.start(folder);
      const wrong: string[] = [];
      try {
        await stage.sync(running.client);
        // Read everything, so that the damage is found
        const span = { since: 0, until: 9e15, slice: { from: 0, count: 200 } };
        const ask = (): Promise<unknown> =>
          Promise.allSettled([running.client.history.changes(span), running.client.history.compare({ a: 1, b: 9e15 })]);
        for (let waits = 0; waits < 6 && !existsSync(`${file}.damaged`); waits += 1) {
          await ask();
          await realTime(150);
        }
        for (let asked = 0; asked < 3; asked += 1) wrong.push(...(await stage.wrongThen(running)));
        await stage.sync(running.client);
      } catch (thrown) {
        wrong.push(String(thrown));
      } finally {
        await running.close();
      }
      report.tried += 1;
      if (existsSync(`${file}.damaged`)) report.detected += 1;
      try {
        const last = stage.wrongIn(folder);
        wrong.push(...last.wrong);
        report.gaps += Number(last.gaps.length > 0);
        for (const { from, until } of last.gaps) report.longestMs = Math.max(report.longestMs, until - from);
        // The weekly copy has the older changes, so a longer gap is an error
        const long = last.gaps.filter(({ from, until }) => until - from > days(31));
        if (long.length > 0) wrong.push(`more than a month is lost: ${JSON.stringify(long)}`);
      } catch (thrown) {
        wrong.push(`the history cannot be read afterwards: ${String(thrown)}`);
      }
      report.wrong.push(...wrong.map((what) => `seed ${order.seed}, page ${page}: ${what}`));
    }
    return report;
  } finally {
    await stage.end();
  }
}
