import './require-node.js';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { seenFolder } from '../../test/helpers/seen-endpoints.ts';
import { prepareMachine } from './debian.ts';
import { playwrightPart, runPart, vitestPart, type Counts, type Outcome, type Part } from './part.ts';

const check: Part[] = [
  // Stricter than the types of lint: shared code can't use Node or a browser, and the core can't use a browser.
  { name: 'types', command: ['tsc', '--build', 'src-main'] },
  vitestPart('node', 'node', 'electron'),
  { name: 'components', command: ['svelte-check', '--tsconfig', 'src-renderer/tsconfig.json', '--fail-on-warnings'] },
  { name: 'lint', command: ['node', 'build/scripts/lint.ts'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
];

const all: Part[] = [
  { name: 'build', command: ['electron-vite', 'build', '--logLevel', 'warn'] },
  // The longest part, so it begins first.
  playwrightPart('e2e', ['build']),
  // One page runs all component tests, so other parts can use the second core.
  vitestPart('component', 'component'),
  ...check,
  vitestPart('platform', 'platform'),
  { name: 'endpoints seen', command: ['node', 'build/scripts/seen-endpoints.ts'], after: ['node', 'platform'] },
];

/**
 * Run all parts in this order. One more part runs at a time than there are cores, because most parts also wait for a
 * browser, a socket or a disk. A part begins when the parts in its `after` have ended.
 */
async function runAll(parts: readonly Part[]): Promise<Map<string, Outcome>> {
  const results = new Map<string, Outcome>();
  const waiting = [...parts];
  const work = async (): Promise<void> => {
    for (;;) {
      const index = waiting.findIndex(({ after = [] }) => after.every((name) => results.has(name)));
      const [part] = index < 0 ? [] : waiting.splice(index, 1);
      if (part === undefined) return;
      results.set(part.name, await runPart(part));
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) + 1 }, work));
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
// Results of earlier runs must not count.
rmSync(seenFolder, { recursive: true, force: true });
const noMachine: Outcome = { passed: 0, failed: 1, skipped: 0, failures: [] };
const results = prepareMachine() ? await runAll(parts) : new Map([['machine', noMachine]]);
for (const [name, { failures }] of results) {
  for (const line of failures) process.stdout.write(`failed: ${name.padEnd(10)} ${line}\n`);
}
for (const [name, counts] of results) process.stdout.write(`${name.padEnd(14)} ${lastLine(counts)}`);
const total = sum(results.values());
process.stdout.write(lastLine(total));
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
