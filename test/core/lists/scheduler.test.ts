import { expect, test } from 'vitest';
import type { JobKind } from '#main/jobs/job.ts';
import { scheduler } from '#main/jobs/scheduler.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import { jobs as jobsTable } from '#main/state/jobs.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { fakePorts } from '../../helpers/fake-ports.ts';
import { tempFolder } from '../../state/data-folders.ts';
import { databaseAt } from '../../state/migrations/database-at.ts';

const untilCancelled: JobKind = {
  name: 'work',
  async run({ signal }) {
    signal.throwIfAborted();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  },
  accept: () => Promise.resolve(),
  drop: () => Promise.resolve(),
};

const instance = { patient: () => instance } as unknown as Instance;
const needs = {
  instanceOf: () => Promise.resolve(instance),
  freeBytes: () => Promise.resolve(null),
  emit: () => undefined,
  onEnded: () => undefined,
};

/** A scheduler with a table of jobs, as after a start of Reeve. */
function started(saved: ReturnType<typeof jobsTable>) {
  const { clock, log, network } = fakePorts(tempFolder());

  const ports = { clock, log, network };
  return scheduler({ kinds: [untilCancelled], saved, ...needs, ...ports });
}

test.each(['restored', 'crashed'] as const)(
  'a job that needs permission to continue (%s) waits for it',
  async (asks) => {
    const saved = jobsTable(databaseAt(newestVersion));
    const before = started(saved);
    const { id } = before.start('work', 'p1', { planId: 'a' });
    await before.close();
    saved.upsert({ ...before.list()[0]!, state: 'needs-person', asks });

    const jobs = started(saved);
    jobs.resumeAll();
    expect(jobs.list()).toMatchObject([{ id, state: 'needs-person', asks }]);
    await expect(jobs.confirm(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(jobs.again(id)).toMatchObject({ id, state: 'running' });
    expect(jobs.list()[0]?.asks).toBeUndefined();
    await jobs.close();
  },
);

test('a job that is started while it is interrupted continues as the same job, and only one is stored', async () => {
  const saved = jobsTable(databaseAt(newestVersion));
  const jobs = started(saved);
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

test('a job that starts over after each failure fails if it never makes progress', async () => {
  const { clock, log, network } = fakePorts(tempFolder());
  let runs = 0;
  const failsAtTheSecondPage: JobKind = {
    ...untilCancelled,
    startsOver: true,
    run({ report }) {
      runs += 1;
      report({ rows: 0 });
      report({ rows: 100 });
      throw new Failure('remote', 'broken');
    },
  };
  const jobs = scheduler({
    kinds: [failsAtTheSecondPage],
    saved: jobsTable(databaseAt(newestVersion)),
    ...needs,
    ...{ clock, log, network },
  });
  jobs.start('work', 'p1');
  await clock.advance(minutes(60));
  expect(jobs.list()).toMatchObject([{ state: 'failed', failure: { code: 'remote' } }]);
  expect(runs).toBe(6);
});

type OnHeld = (held: Failure | null) => void;

/**
 * A scheduler as after a start of Reeve. `reportHeld` reports to its job that a rate limit holds a request back; null: that
 * the wait is over.
 */
function startedHeld(saved: ReturnType<typeof jobsTable>, kind = untilCancelled) {
  const { clock, log, network } = fakePorts(tempFolder());
  const opened = Promise.withResolvers<OnHeld>();
  const patient = (onHeld: OnHeld): Instance => {
    opened.resolve(onHeld);
    return instance;
  };
  const instanceOf = () => Promise.resolve({ patient } as unknown as Instance);
  const jobs = scheduler({ kinds: [kind], saved, ...needs, instanceOf, ...{ clock, log, network } });
  return { jobs, reportHeld: async (held: Failure | null) => (await opened.promise)(held) };
}
const limit = new Failure('throttled', 'too many requests', { retryAtMs: minutes(5) });

test('a job waits for a person if Reeve ended twice while a rate limit held back one of its requests', async () => {
  const saved = jobsTable(databaseAt(newestVersion));
  const first = startedHeld(saved);
  first.jobs.start('work', 'p1');
  await first.reportHeld(limit);
  expect(first.jobs.list()).toMatchObject([{ state: 'waiting', resumeAt: minutes(5), failure: { code: 'throttled' } }]);
  const second = startedHeld(saved);
  second.jobs.resumeAll();
  await second.reportHeld(limit);
  expect(startedHeld(saved).jobs.list()).toMatchObject([{ state: 'needs-person', asks: 'crashed' }]);
});

test('a job that waits after its held requests have ended is stored as waiting', async () => {
  const saved = jobsTable(databaseAt(newestVersion));
  const isHeld = Promise.withResolvers<never>();
  const { jobs, reportHeld } = startedHeld(saved, { ...untilCancelled, run: () => isHeld.promise });
  jobs.start('work', 'p1');
  await reportHeld(limit);
  isHeld.reject(new Failure('offline', 'no network'));
  await expect.poll(() => jobs.list()[0]?.failure?.code).toBe('offline');
  expect(saved.list()).toMatchObject([{ state: 'waiting', failure: { code: 'offline' } }]);
});
