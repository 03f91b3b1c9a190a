import { expect, test } from 'vitest';
import type { JobKind } from '#main/jobs/job.ts';
import { scheduler } from '#main/jobs/scheduler.ts';
import type { Instance } from '#main/services/instance.ts';
import { jobs as jobsTable } from '#main/state/jobs.ts';
import { newestVersion } from '#main/state/migrate.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { tempFolder } from '../state/folders.ts';
import { databaseAt } from '../state/migrations/database-at.ts';

const untilCancelled: JobKind = {
  name: 'work',
  async run({ signal }) {
    signal.throwIfAborted();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  },
  accept: () => Promise.resolve(),
  drop: () => Promise.resolve(),
};

test('work that is begun anew while it is interrupted goes on as the same job, and none stays behind', async () => {
  const saved = jobsTable(databaseAt(newestVersion));
  const { clock, log, network, notifier } = fakePorts(tempFolder());
  const instanceOf = (): Promise<Instance> => Promise.resolve({} as Instance);
  const jobs = scheduler({
    kinds: [untilCancelled],
    saved,
    instanceOf,
    emit: () => undefined,
    clock,
    log,
    network,
    notifier,
  });
  const first = jobs.start('work', 'p1', { planId: 'a' });
  const other = jobs.start('work', 'p1', { planId: 'b' });
  await jobs.interrupt('p1');

  expect(jobs.start('work', 'p1', { planId: 'a' }).id).toBe(first.id);
  jobs.resumeAll();
  expect(jobs.list().map(({ id, state }) => [id, state])).toEqual(
    expect.arrayContaining([
      [first.id, 'running'],
      [other.id, 'running'],
    ]),
  );
  expect(jobs.list()).toHaveLength(2);
  expect(saved.list().every(({ state }) => state === 'running')).toBe(true);
  await jobs.close();
});
