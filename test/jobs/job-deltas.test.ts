import { expect, test } from 'vitest';
import { seconds } from '#shared/time.ts';
import type { Job } from '#shared/contract/job.ts';
import { fakeClock } from '../helpers/fake-ports.ts';
import { jobDeltas, type JobDelta } from '#main/jobs/job-deltas.ts';

/** A list of 500 jobs that all changed, and what a window gets. */
function changedJobs() {
  const clock = fakeClock();
  const jobs = new Map(
    Array.from({ length: 500 }, (_, at) => {
      const job = { id: `job-${at}`, state: at % 100 === 99 ? 'running' : 'queued', title: 'x'.repeat(400) };
      return [job.id, job as unknown as Job];
    }),
  );
  const sent: JobDelta[] = [];
  const deltas = jobDeltas({ list: () => [...jobs.values()], emit: (delta) => void sent.push(delta), clock });
  for (const id of jobs.keys()) deltas.changed(id);
  return { clock, jobs, sent, deltas };
}

test('when 500 jobs change, a window gets less than 50 kB a second, the queued jobs last, and each job once', async () => {
  const { clock, sent } = changedJobs();
  await clock.advance(seconds(1));
  expect(JSON.stringify(sent).length).toBeLessThan(50_000);
  expect(sent[0]?.jobs.slice(0, 5).map(({ state }) => state)).toEqual(Array(5).fill('running'));
  await clock.advance(seconds(60));
  const ids = sent.flatMap(({ jobs }) => jobs.map(({ id }) => id));
  expect(ids).toHaveLength(500);
  expect(new Set(ids).size).toBe(500);
});

test('after a change of one job, a window gets only this job', async () => {
  const { clock, sent, deltas } = changedJobs();
  await clock.advance(seconds(60));
  sent.length = 0;
  deltas.changed('job-7');
  await clock.advance(seconds(60));
  expect(sent.map(({ jobs }) => jobs.map(({ id }) => id))).toEqual([['job-7']]);
});

test('a job that left the list before it was sent is reported as removed only', async () => {
  const { clock, jobs, sent } = changedJobs();
  jobs.delete('job-99');
  await clock.advance(seconds(60));
  expect(sent.flatMap(({ jobs: some }) => some.map(({ id }) => id))).not.toContain('job-99');
  expect(sent.flatMap(({ removed }) => removed)).toEqual(['job-99']);
});
