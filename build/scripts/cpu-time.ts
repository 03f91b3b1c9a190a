import { constants, accessSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Measures the CPU time of a program and of all processes that it starts. */
export interface CpuTimer {
  /** Returns the command to start instead of the program, which measures the program. */
  command: (program: string, args: readonly string[]) => [string, string[]];
  /** Ends the measurement. Returns the CPU time in seconds; undefined if it is unknown. */
  end: () => number | undefined;
}

/** Files in which Linux counts the CPU time of a control group, for version 1 and version 2. */
const counters = [
  { root: '/sys/fs/cgroup/cpuacct', file: 'cpuacct.usage', seconds: (text: string) => Number(text) / 1e9 },
  {
    root: '/sys/fs/cgroup',
    file: 'cpu.stat',
    seconds: (text: string) => Number(/^usage_usec (\d+)$/m.exec(text)?.[1]) / 1e6,
  },
];

const unknown: CpuTimer = { command: (program, args) => [program, [...args]], end: () => undefined };

/**
 * Measure the CPU time with a Linux control group, which only root can create. Otherwise, the time is unknown. The time
 * that the system reports for child processes is not enough: it leaves out processes for which no parent waits, such as
 * those of a browser.
 */
export function cpuTimer(name: string): CpuTimer {
  for (const { root, file, seconds } of counters) {
    const group = join(root, `reeve-${process.pid}-${name.replaceAll(/\W/g, '-')}`);
    const members = join(group, 'cgroup.procs');
    try {
      mkdirSync(group);
      accessSync(join(group, file), constants.R_OK);
      accessSync(members, constants.W_OK);
    } catch {
      continue;
    }
    return {
      command: (program, args) => ['sh', ['-c', 'echo $$ > "$0"; exec "$@"', members, program, ...args]],
      end: () => {
        const used = seconds(readFileSync(join(group, file), 'utf8'));
        try {
          rmdirSync(group);
        } catch {
          // A process has not ended yet. The group is then kept, and uses no CPU time.
        }
        return used > 0 ? used : undefined;
      },
    };
  }
  return unknown;
}
