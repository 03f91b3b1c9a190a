import { constants, accessSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Measures the CPU time of a program and of all processes that it starts. */
export interface CpuTimer {
  /** What to start instead of the program, so that the program is measured. */
  command: (program: string, args: readonly string[]) => [string, string[]];
  /** CPU seconds until now; undefined if this system does not tell. */
  end: () => number | undefined;
}

/** Where Linux counts CPU time for a group of processes, by version of its control groups. */
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
 * Measure with a control group of Linux, which only root may create; elsewhere, the time is unknown. What a process knows
 * of its children is not enough: no process waits for those of a browser.
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
          // A process is still ending; the empty group does no harm.
        }
        return used > 0 ? used : undefined;
      },
    };
  }
  return unknown;
}
