import '../../build/scripts/require-node.js';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { readMutants } from './read-mutants.ts';
import { Sandbox } from './sandbox.ts';

/**
 * `npm run mutants [FILTER]`: apply each deliberate fault whose list, file or sentence contains FILTER to a copy of the
 * project, and expect that all tests in its `noticedBy` fail. Before that, check that these tests pass without a fault.
 */
const [filter = ''] = process.argv.slice(2);
const all = await readMutants();
const mutants = all.filter(({ list, file, fault }) => [list, file, fault].some((text) => text.includes(filter)));
if (mutants.length === 0 || !existsSync('package.json')) {
  process.stderr.write(`No deliberate fault contains “${filter}”.\n`);
  process.exit(2);
}

const missed: string[] = [];
const report = (line: string, isMissed: boolean): void => {
  process.stdout.write(`${isMissed ? 'MISSED ' : 'noticed'} ${line}\n`);
  if (isMissed) missed.push(line);
};

// More than there are cores, because most tests wait for a state that the fault prevents
const count = Math.min(2 * availableParallelism(), mutants.length);
const sandboxes = Array.from({ length: count }, (_, index) => new Sandbox(index));
for (const sandbox of sandboxes) await sandbox.prepare();

const named = [...new Set(mutants.flatMap(({ noticedBy }) => noticedBy))];
process.stdout.write(
  `${mutants.length} faults, which ${named.length} tests notice. Without a fault, these tests must pass.\n`,
);
const plain = await sandboxes[0]?.run(named);
for (const test of named)
  if (plain?.get(test) !== 'passed') report(`${plain?.get(test) ?? 'not found'} without a fault: ${test}`, true);

const waiting = [...mutants];
await Promise.all(
  sandboxes.map(async (sandbox) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { list, fault, noticedBy } = mutant;
      try {
        const results = await sandbox.with(mutant, () => sandbox.run(noticedBy));
        const blind = noticedBy.filter((test) => results.get(test) !== 'failed');
        report(`${list}: ${fault}`, blind.length > 0);
        for (const test of blind) process.stdout.write(`        ${results.get(test) ?? 'did not run'}: ${test}\n`);
      } catch (error) {
        report(`${list}: ${(error as Error).message}`, true);
      }
    }
  }),
);
process.stdout.write(`${mutants.length} faults, ${missed.length} missed\n`);
process.exit(missed.length === 0 ? 0 : 1);
