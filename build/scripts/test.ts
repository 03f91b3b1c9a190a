import './require-node.js';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { seenFolder } from '../../test/helpers/seen-endpoints.ts';
import { prepareMachine } from './debian.ts';
import { writeIndexes } from './indexes.ts';
import { playwrightPart, runPart, vitestPart, type Counts, type Outcome, type Part } from './part.ts';

/** One core, because two would evaluate the same types twice. No garbage collection below 4 GB: it took a sixth of the time. */
const oneCore = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '4GiB' };
const lint: Part = { name: 'lint', command: ['oxlint', '--threads=1'], env: oneCore };
const node = vitestPart('node', 'node', 'electron');
const types: Part = {
  name: 'component types',
  command: ['svelte-check', '--tsconfig', 'src-renderer/tsconfig.json', '--fail-on-warnings'],
};
const components: Part = { name: 'component lint', command: ['node', 'build/scripts/lint-components.ts'] };
const format: Part = { name: 'format', command: ['oxfmt', '--check'] };

const check: Part[] = [lint, node, components, types, format];

/** The order lets tests that often wait run at the same time as parts that use only one core. */
const all: Part[] = [
  { name: 'build', command: ['electron-vite', 'build', '--logLevel', 'warn'] },
  node,
  lint,
  components,
  types,
  format,
  vitestPart('platform', 'platform'),
  { name: 'endpoints seen', command: ['node', 'build/scripts/seen-endpoints.ts'], after: ['node', 'platform'] },
  // One page runs all component tests
  vitestPart('component', 'component'),
  playwrightPart('e2e', ['build']),
];

interface TimedOutcome extends Outcome {
  seconds: number;
}

/**
 * Run the parts in this order, at most two at a time, and at most one of those that use all cores: two of these at the same
 * time would not end sooner, and each of their tests would take longer. A part begins when the parts in its `after` have ended.
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
  await Promise.all([work(), work()]);
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
const noMachine: TimedOutcome = { passed: 0, failed: 1, skipped: 0, failures: [], flaky: [], seconds: 0 };
const results = prepareMachine() ? await runAll(parts) : new Map([['machine', noMachine]]);
for (const [name, { failures, flaky }] of results) {
  for (const line of flaky) process.stdout.write(`flaky:  ${name.padEnd(10)} ${line}\n`);
  for (const line of failures) process.stdout.write(`failed: ${name.padEnd(10)} ${line}\n`);
}
for (const [name, counts] of results)
  process.stdout.write(`${name.padEnd(14)} ${`${counts.seconds} s`.padStart(6)}  ${lastLine(counts)}`);
const total = sum(results.values());
process.stdout.write(lastLine(total));
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
