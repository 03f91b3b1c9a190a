import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

/** Print the result of a program as one line of JSON, and end it. */
export function printResult(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
}

/**
 * The largest amount of memory that this process has used, in MB. On Linux, `maxRSS` may contain the memory of the
 * parent process, so `VmHWM` is used there.
 */
export function peakMB(): number {
  const status = '/proc/self/status';
  const line = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return (line === undefined ? process.resourceUsage().maxRSS : Number(line)) / 1_024;
}

/** CPU time of all threads of this process, in ms. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const quietPauseMs = 250;

/** Wait until this process has used almost no CPU for half a second. */
export async function untilQuiet(): Promise<void> {
  for (let pauses = 0; pauses < 2;) {
    const before = cpuMs();
    await wait(quietPauseMs);
    pauses = cpuMs() - before < quietPauseMs / 10 ? pauses + 1 : 0;
  }
}
