import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

const [start, end] = ['<!-- benchmark -->', '<!-- end of benchmark -->'];

/** Replace the results between the two comments of the README. Fails: if the comments are missing. */
export async function writeReadme(report: { conditions: string; table: string }, file = 'README.md'): Promise<void> {
  const before = readFileSync(file, 'utf8');
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the results of the benchmark`);
  const after = `${before.slice(0, from + start.length)}\n\n${report.conditions}\n\n${report.table}\n\n${before.slice(to)}`;
  writeFileSync(file, await format(after, { ...(await resolveConfig(file)), filepath: file }));
}
