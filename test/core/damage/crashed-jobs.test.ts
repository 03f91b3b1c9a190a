import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '#shared/contract/job.ts';
import { temporaryFolder } from '../../helpers/rig.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';

type Reported = Pick<Job, 'state' | 'asks' | 'rows'>[];

/** Start Reeve in a separate process, with this data folder. */
function reeve({ url, tokens }: Platform, folder: string) {
  const args = [join(import.meta.dirname, '../../faults/job-process.ts'), folder, url, tokens.admin];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    order: (line: string) => child.stdin.write(`${line}\n`),
    /** The next report of its jobs that matches. */
    async reported(isSo: (jobs: Reported) => boolean): Promise<Reported> {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error('it ended');
        const jobs = JSON.parse(value) as Reported;
        if (isSo(jobs)) return jobs;
      }
    },
    kill: () => ended(() => child.kill('SIGKILL')),
    end: () => ended(() => child.stdin.write('end\n')),
  };

  async function ended(cause: () => void): Promise<void> {
    if (child.exitCode !== null) throw new Error('it ended by itself');
    const exit = once(child, 'exit');
    cause();
    await exit;
  }
}
const isRunning = ([job]: Reported): boolean => job?.state === 'running';

test('a job during which Reeve was killed twice waits for a person, and runs when the person starts it', async () => {
  const platform = await createPlatform({ users: 20 });
  onTestFinished(() => platform.close());
  const folder = temporaryFolder();
  const release = platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'GET /runners/all' });

  const first = reeve(platform, folder);
  first.order('begin');
  await first.reported(isRunning);
  await first.kill();

  const second = reeve(platform, folder);
  await second.reported(isRunning);
  await second.kill();

  const sent = platform.requests.count('GET /runners/all');
  const third = reeve(platform, folder);
  expect(await third.reported((jobs) => jobs.length > 0)).toMatchObject([{ state: 'needs-person', asks: 'crashed' }]);
  await third.end();
  // It does not start after a regular exit either
  const fourth = reeve(platform, folder);
  expect(await fourth.reported((jobs) => jobs.length > 0)).toMatchObject([{ state: 'needs-person', asks: 'crashed' }]);
  expect(platform.requests.count('GET /runners/all')).toBe(sent);

  release();
  fourth.order('again');
  const [job] = await fourth.reported(([one]) => one?.state === 'done');
  expect(job?.rows).toBe(platform.world.runners.size);
  await fourth.end();
});

test('a job continues by itself if Reeve was closed properly between two kills', async () => {
  const platform = await createPlatform({ users: 20 });
  onTestFinished(() => platform.close());
  const folder = temporaryFolder();
  platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'GET /runners/all' });
  for (const [run, end] of (['kill', 'end', 'kill'] as const).entries()) {
    const process = reeve(platform, folder);
    // Later runs continue the job, also if no request was sent before the first one was killed
    if (run === 0) process.order('begin');
    await process.reported(isRunning);
    await process[end]();
  }
  const last = reeve(platform, folder);
  expect(await last.reported(isRunning)).toMatchObject([{ state: 'running' }]);
  await last.kill();
});
