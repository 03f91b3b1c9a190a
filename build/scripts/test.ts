import './require-node.js';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { seenFolder } from '../../test/helpers/seen-endpoints.ts';
import { prepareMachine } from './debian.ts';
import { writeIndexes } from './indexes.ts';
import { playwrightPart, runPart, vitestPart, type Counts, type MeasuredOutcome, type Part } from './part.ts';

const cores = availableParallelism();

/** One core, because two would evaluate the same types twice. No garbage collection below 4 GB: it took a sixth of the time. */
const oneCore = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '4GiB' };
const lint: Part = { name: 'lint', command: ['oxlint', '--threads=1'], env: oneCore };
const types: Part = {
  name: 'component types',
  command: ['svelte-check', '--tsconfig', 'src-renderer/tsconfig.json', '--fail-on-warnings'],
};
const components: Part = { name: 'component lint', command: ['node', 'build/scripts/lint-components.ts'] };
const format: Part = { name: 'format', command: ['oxfmt', '--check'] };

/** Finds most faults within two minutes: lint without types, types, format, layers, and tests without a core. */
const check: Part[] = [
  types,
  { ...lint, name: 'lint', env: { ...oneCore, REEVE_LINT: 'without-types' } },
  format,
  vitestPart('node', { projects: ['node'], files: ['src-', 'test/architecture', 'test/link', 'test/node'] }),
];

/** The order lets tests that often wait run at the same time as parts that use only one core. */
const all: Part[] = [
  { name: 'build', command: ['electron-vite', 'build', '--logLevel', 'warn'] },
  vitestPart('node', { projects: ['node', 'electron'] }),
  lint,
  components,
  types,
  format,
  vitestPart('platform', { projects: ['platform'] }),
  { name: 'endpoints seen', command: ['node', 'build/scripts/seen-endpoints.ts'], after: ['node', 'platform'] },
  // One page runs all component tests, so it uses two cores at most.
  vitestPart('component', { projects: ['component'], usesAllCores: cores <= 2 }),
  playwrightPart('e2e', ['build']),
];

interface TimedOutcome extends MeasuredOutcome {
  seconds: number;
}

/**
 * Run the parts in this order, as many at a time as there are cores, but at least two. Parts that use all cores run one
 * after the other: at the same time, they would not end sooner, and each of their tests would take longer. A part begins
 * when the parts in its `after` have ended.
 */
async function runAll(parts: readonly Part[]): Promise<Map<string, TimedOutcome>> {
  const results = new Map<string, TimedOutcome>();
  const waiting = [...parts];
  const running = new Set<Part>();
  const mayBegin = ({ after = [], usesAllCores = false }: Part): boolean =>
    after.every((name) => results.has(name)) && !(usesAllCores && [...running].some((part) => part.usesAllCores));
  const work = async (): Promise<void> => {
    for (;;) {
      const index = waiting.findIndex(mayBegin);
      const [part] = index < 0 ? [] : waiting.splice(index, 1);
      if (part === undefined) return;
      running.add(part);
      const begunAt = performance.now();
      const outcome = await runPart(part);
      running.delete(part);
      results.set(part.name, { ...outcome, seconds: Math.round((performance.now() - begunAt) / 1_000) });
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, cores) }, work));
  return results;
}

function sum(results: Iterable<Counts>): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The last line of the output. */
function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The time and the counts of each part, and the tests that took longest. */
function printTimes(results: ReadonlyMap<string, TimedOutcome>): void {
  const cpu = (seconds: number | undefined): string =>
    seconds === undefined ? 'CPU time unknown' : `${seconds.toFixed(0).padStart(5)} CPU s`;
  for (const [name, outcome] of results)
    process.stdout.write(
      `${name.padEnd(16)} ${`${outcome.seconds} s`.padStart(6)} ${cpu(outcome.cpuSeconds)}  ${lastLine(outcome)}`,
    );
  const times = [...results.values()].map(({ cpuSeconds }) => cpuSeconds ?? Number.NaN);
  const total = times.reduce((a, b) => a + b, 0);
  print(`${'all'.padEnd(24)}${cpu(Number.isNaN(total) ? undefined : total)}`);
  print('The ten longest tests, in seconds of the clock:');
  const tests = [...results.values()].flatMap((outcome) => outcome.tests);
  for (const { name, seconds } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    print(`${seconds.toFixed(1).padStart(7)}  ${name}`);
}

process.chdir(join(import.meta.dirname, '..', '..'));
const [which] = process.argv.slice(2);
const parts = which === 'check' ? check : which === 'all' ? all : undefined;
if (parts === undefined) {
  process.stderr.write('usage: test.ts check|all\n');
  process.exit(2);
}
writeIndexes(process.cwd());
// Results of earlier runs must not count.
rmSync(seenFolder, { recursive: true, force: true });
const noMachine = { passed: 0, failed: 1, skipped: 0, failures: [], tests: [], cpuSeconds: undefined, seconds: 0 };
const results = prepareMachine() ? await runAll(parts) : new Map<string, TimedOutcome>([['machine', noMachine]]);
for (const [name, { failures }] of results) for (const line of failures) print(`failed: ${name.padEnd(10)} ${line}`);
printTimes(results);
const total = sum(results.values());
process.stdout.write(lastLine(total));
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
