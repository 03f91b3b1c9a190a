import { expect, test } from 'vitest';
import type { JobKind } from '#main/jobs/job.ts';
import type { JobDelta } from '#main/jobs/job-deltas.ts';
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
  isRemoved: () => false,
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

test('a job fails if it reads the same rows again after each failure', async () => {
  const { clock, log, network } = fakePorts(tempFolder());
  let runs = 0;
  const failsAtTheSecondPage: JobKind = {
    ...untilCancelled,
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

/** A scheduler with jobs that end when the test says so. `ended(name)` ends the job with this input. */
function queueing(saved = jobsTable(databaseAt(newestVersion))) {
  const { clock, log, network } = fakePorts(tempFolder());
  const deltas: JobDelta[] = [];
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const kindOf = (name: string, more: Partial<JobKind>): JobKind => ({
    ...untilCancelled,
    name,
    ...more,
    run({ input, signal }) {
      signal.throwIfAborted();
      const { name: own = '' } = input;
      begun.push(own);
      const { promise, resolve, reject } = Promise.withResolvers<{ kind: 'done' }>();
      ends.set(own, () => resolve({ kind: 'done' }));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      return promise;
    },
  });
  const kinds = [kindOf('light', {}), kindOf('heavy', { isHeavy: true }), kindOf('urgent', { isUrgent: true })];
  const jobs = scheduler({
    ...needs,
    ...{ kinds, saved, clock, log, network },
    emit: (delta) => void deltas.push(delta),
  });
  return {
    ...{ jobs, clock, deltas, begun },
    start: (kind: string, name: string, profileId = 'p1') => jobs.start(kind, profileId, { name }),
    end: async (name: string): Promise<void> => {
      await expect.poll(() => ends.has(name)).toBe(true);
      ends.get(name)?.();
    },
    statesOf: (): Partial<Record<string, string>> =>
      Object.fromEntries(jobs.list().map(({ input, state }) => [input['name'] ?? '', state] as const)),
  };
}
const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));

test('at most 6 jobs of a profile run; the others are queued, and start in the order in which they came', async () => {
  const { jobs, start, end, begun } = queueing();
  const states = numbers(8).map((name) => start('light', name).state);
  expect(states).toEqual([...Array.from({ length: 6 }, () => 'running'), 'queued', 'queued']);
  expect(start('light', 'elsewhere', 'p2').state).toBe('running');
  await end('3');
  await expect.poll(() => begun.slice(6)).toEqual(['elsewhere', '6']);
  await end('0');
  await expect.poll(() => begun.slice(6)).toEqual(['elsewhere', '6', '7']);
  await jobs.close();
});

test('at most 2 heavy jobs of a profile run, and light jobs do not wait behind a queued heavy one', async () => {
  const { jobs, start, end, statesOf } = queueing();
  for (const name of ['a', 'b', 'c']) start('heavy', name);
  start('light', 'd');
  expect(statesOf()).toEqual({ a: 'running', b: 'running', c: 'queued', d: 'running' });
  await end('d');
  await expect.poll(() => statesOf()['d']).toBe('done');
  expect(statesOf()['c']).toBe('queued');
  await end('a');
  await expect.poll(() => statesOf()['c']).toBe('running');
  await jobs.close();
});

test('an urgent job is the first of the queue', async () => {
  const { jobs, start, end, begun } = queueing();
  for (const name of numbers(8)) start('light', name);
  start('urgent', 'a');
  start('urgent', 'b');
  for (const name of ['0', '1', '2']) await end(name);
  await expect.poll(() => begun.slice(6)).toEqual(['a', 'b', '6']);
  await jobs.close();
});

test('a queued job can be canceled, is the same job when it is started again, and its time begins when it runs', async () => {
  const { jobs, start, end, statesOf, clock, begun } = queueing();
  for (const name of numbers(6)) start('light', name);
  const [first, second] = [start('light', 'first'), start('light', 'second')];
  expect(start('light', 'second').id).toBe(second.id);
  expect(await jobs.cancel(first.id)).toMatchObject({ state: 'cancelled', failure: null });
  await clock.advance(minutes(3));
  await end('0');
  await expect.poll(() => statesOf()['second']).toBe('running');
  expect(jobs.list().find(({ id }) => id === second.id)?.startedAt).toBe(second.startedAt + minutes(3));
  expect(begun).not.toContain('first');
  await jobs.close();
});

test('queued jobs continue after a restart and after a crash, behind the interrupted ones', async () => {
  const saved = jobsTable(databaseAt(newestVersion));
  const before = queueing(saved);
  for (const name of numbers(8)) before.start('light', name);
  await before.jobs.close();
  expect(Map.groupBy(saved.list(), ({ state }) => state).get('queued')).toHaveLength(2);

  const crashed = queueing(saved);
  crashed.jobs.resumeAll();
  expect(Map.groupBy(crashed.jobs.list(), ({ state }) => state).get('running')).toHaveLength(6);
  expect(crashed.statesOf()).toMatchObject({ 6: 'queued', 7: 'queued' });

  const after = queueing(saved);
  after.jobs.resumeAll();
  for (const name of numbers(6)) await after.end(name);
  await expect.poll(() => after.statesOf()).toMatchObject({ 6: 'running', 7: 'running' });
  expect(after.jobs.list().filter(({ crashes }) => crashes !== undefined)).toEqual([]);
  await after.jobs.close();
});

test('a job that was interrupted while it was queued stays queued until the jobs are resumed', async () => {
  const { jobs, start, statesOf } = queueing();
  for (const name of numbers(7)) start('light', name);
  await jobs.interrupt('p1');
  expect(statesOf()).toMatchObject({ 0: 'interrupted', 6: 'queued' });
  jobs.resumeAll();
  expect(statesOf()).toMatchObject({ 0: 'running', 6: 'queued' });
  await jobs.close();
});

test('windows receive changed jobs only, at most 50 kB a second, and the ids of jobs that left the list', async () => {
  const { jobs, start, end, clock, deltas, statesOf } = queueing();
  for (const name of numbers(500)) start('light', name);
  const sizes: number[] = [];
  const nextSecond = async (): Promise<number> => {
    const from = deltas.length;
    await clock.advance(1000);
    const size = JSON.stringify(deltas.slice(from)).length;
    sizes.push(size);
    return size;
  };
  while ((await nextSecond()) > 2);
  expect(deltas.flatMap((delta) => delta.jobs)).toHaveLength(500);
  const from = deltas.length;
  await end('0');
  await expect.poll(() => statesOf()['6']).toBe('running');
  await nextSecond();
  const changed = deltas.slice(from).flatMap((delta) => delta.jobs);
  expect(changed.map(({ input, state }) => [input['name'], state]).sort()).toEqual([
    ['0', 'done'],
    ['6', 'running'],
  ]);
  for (const name of numbers(100).slice(1)) await end(name);
  await expect.poll(() => statesOf()['105']).toBe('running');
  while ((await nextSecond()) > 2);
  const removed = deltas.flatMap((delta) => delta.removed);
  expect(new Set(removed).size).toBe(removed.length);
  expect(removed).toHaveLength(50);
  expect(jobs.list().filter(({ state }) => state === 'done')).toHaveLength(50);
  expect(Math.max(...sizes)).toBeLessThan(50_000);
  await jobs.close();
});
