import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fuzz } from '../../faults/fuzz/spawn.ts';

test('with random replies, every call ends with a value or a failure, and no list breaks the cache', async () => {
  const { code, output, wrong } = await fuzz({ seed: 11, count: 200, syncs: 6 });
  expect(output).toMatch(/200 calls/);
  expect(output).toMatch(/6 syncs, \d+ rows, \d+ unreadable/);
  expect(code, wrong).toBe(0);
});

test('the memory of the process that starts the run does not count', () => {
  const own = Buffer.alloc(200_000_000, 1);
  const watch = join(import.meta.dirname, '../../faults/fuzz/watch.ts');
  const script = `import { peakBytes } from ${JSON.stringify(watch)}; console.log(peakBytes())`;
  const peak = Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
  expect(peak).toBeGreaterThan(10_000_000);
  expect(peak).toBeLessThan(own.byteLength);
});
