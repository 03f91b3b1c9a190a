import { readFileSync, writeFileSync } from 'node:fs';

const [start, end] = ['<!-- benchmark -->', '<!-- end of benchmark -->'];

/** Replace the results between the two comments of the README. Fails: if the comments are missing. */
export function writeReadme({ conditions, table }: { conditions: string; table: string }, file = 'README.md'): void {
  const before = readFileSync(file, 'utf8');
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the results of the benchmark`);
  writeFileSync(file, `${before.slice(0, from + start.length)}\n\n${conditions}\n\n${table}\n\n${before.slice(to)}`);
}
