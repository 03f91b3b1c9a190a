import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Job } from '#shared/contract/job.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';

type Reported = Pick<Job, 'state' | 'asks' | 'rows'>;

/**
 * Start a job in a process that ends while the job runs, and start it again on the same folder as often as it ends. Returns
 * the state of the job at the last start. Fails: if a process ended by itself.
 */
export async function killJobs(ends: readonly ('kill' | 'end')[]): Promise<Reported> {
  const platform = await createPlatform({ users: 20 });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-job-kill-'));
  platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'GET /runners/all' });
  try {
    for (const [run, end] of ends.entries()) {
      const process = start(platform, folder);
      // Later runs continue the job, also if no request was sent before the first one ended
      if (run === 0) process.order('begin');
      await process.reported(({ state }) => state === 'running');
      await process[end]();
    }
    const last = start(platform, folder);
    const job = await last.reported(({ state }) => state !== 'interrupted' && state !== 'queued');
    await last.kill();
    return job;
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Start Reeve in a separate process. */
function start({ url, tokens }: Platform, folder: string) {
  const args = [join(import.meta.dirname, 'job-process.ts'), folder, url, tokens.admin];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = async (cause: () => void): Promise<void> => {
    assert.equal(child.exitCode, null);
    const exit = once(child, 'exit');
    cause();
    await exit;
  };
  return {
    order: (line: string) => child.stdin.write(`${line}\n`),
    /** The next report of its job that matches. */
    async reported(isSo: (job: Reported) => boolean): Promise<Reported> {
      for (;;) {
        const { value, done } = await lines.next();
        assert.notEqual(done, true, 'the process ended');
        const [job] = JSON.parse(value as string) as Reported[];
        if (job !== undefined && isSo(job)) return job;
      }
    },
    kill: () => ended(() => child.kill('SIGKILL')),
    end: () => ended(() => child.stdin.write('end\n')),
  };
}
