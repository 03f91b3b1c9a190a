import { join } from 'node:path';
import type { Samples } from './figures.ts';
import { runReeve } from './run-program.ts';

const pairs = 7;

/** What recording costs, and how long questions about a year take. Needs no platform. */
export async function historySamples({ users, round }: { users: number; round: string }): Promise<Samples> {
  const step = { growth: join(round, 'growth'), year: join(round, 'year'), million: join(round, 'million') };
  const { unchanged, growthKB } = await runReeve('history-growth', step.growth, undefined, users);
  const cpu = await recordingCpu(users, round);
  const { yearMB } = await runReeve('history-year', step.year, undefined, users);
  const asked = await runReeve('history-questions', step.year);
  const million = await runReeve('history-million', step.million);
  return {
    ...{ historyUnchanged: { ours: unchanged }, historyGrowth: { ours: growthKB }, historyCpu: cpu },
    ...{ historyYear: { ours: yearMB }, historyLife: { ours: asked.lifeMs }, historyMillion: { ours: million.ms } },
    ...{ monthFirst: { ours: asked.month.firstMs }, monthFurther: { ours: asked.month.furtherMs } },
    ...{ yearFirst: { ours: asked.year.firstMs }, yearCompared: { ours: asked.compareMs } },
    ...{
      weekOfChanges: { ours: asked.weekMs },
      viewsOfYear: { ours: asked.viewsMs },
      searchOfYear: { ours: asked.searchMs },
    },
  };
}

/** The pair with the median ratio, of syncs with and without a history that follow each other. */
async function recordingCpu(users: number, round: string) {
  const cpuOf = async (step: 'history-first' | 'history-changes', isRecorded: boolean, version: number) => {
    const recording = JSON.stringify({ users, isRecorded, version });
    return (await runReeve(step, join(round, `recorded-${isRecorded}`), undefined, recording)).cpuMs;
  };
  for (const isRecorded of [true, false]) await cpuOf('history-first', isRecorded, 0);
  const found: { ours: number; against: number }[] = [];
  for (let version = 1; version <= pairs; version += 1)
    found.push({
      ours: await cpuOf('history-changes', true, version),
      against: await cpuOf('history-changes', false, version),
    });
  found.sort((a, b) => a.ours / a.against - b.ours / b.against);
  return found[Math.floor(pairs / 2)] ?? { ours: null };
}
