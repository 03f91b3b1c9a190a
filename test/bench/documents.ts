import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './report.ts';
import { goalsOf, summaryOf, tableOf } from './report.ts';

const [start, end] = ['<!-- benchmark -->', '<!-- end of benchmark -->'];

/**
 * Write the whole table to docs/SPEED.md and a few of its rows to the README, each between two comments.
 * `conditions`: the machine, the date and the size of the run. Fails: if the comments are missing; then nothing is written.
 */
export function writeDocuments(conditions: string, results: readonly Result[], folder = '.'): void {
  const goals = goalsOf(results);
  const contents = {
    [join('docs', 'SPEED.md')]: `${conditions} ${goals}\n\n${tableOf(results)}`,
    'README.md': `${summaryOf(results)}\n\n${conditions} ${goals}`,
  };
  const written = Object.entries(contents).map(([name, content]) => {
    const file = join(folder, name);
    return [file, replaced(readFileSync(file, 'utf8'), content, name)] as const;
  });
  for (const [file, text] of written) writeFileSync(file, text);
}

function replaced(before: string, content: string, name: string): string {
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${name} has no place for the results of the benchmark`);
  return `${before.slice(0, from + start.length)}\n\n${content}\n\n${before.slice(to)}`;
}
