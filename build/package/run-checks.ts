import type { Counts } from '../scripts/part.ts';
import type { Check, Packed, Result } from './checks/check.ts';

/** Run the checks one after the other and print their results. A check that throws has failed. */
export async function runChecks(
  checks: readonly Check[],
  packed: Packed,
  print: (line: string) => void,
): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, run } of checks) {
    const result = await run(packed).catch((error: unknown): Result => [(error as Error).message]);
    if ('skipped' in result) {
      counts.skipped += 1;
      print(`skipped  ${name}: ${result.skipped}`);
      continue;
    }
    const outcome = result.length === 0 ? 'passed' : 'failed';
    counts[outcome] += 1;
    print(`${outcome}   ${name}`);
    for (const line of result) print(`           ${line}`);
  }
  return counts;
}

/** The last line of the output, which `.ci/run` adds to that of `npm test`. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
