import { expect, test } from 'vitest';
import { rig, until, type Rig } from '../../helpers/rig.ts';
import { crash } from './crash.ts';

/** A sync of runners that the platform does not answer. */
async function heldSync() {
  const rigged = await rig({ users: 20 });
  const { client, platform } = rigged;
  const release = platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'GET /runners/all' });
  const { id } = await client.jobs.sync({ collection: 'runners' });
  await running(rigged);
  return { rigged, release, id };
}

const jobOf = async ({ client }: Rig) => (await client.jobs.list()).jobs[0];
const running = (rigged: Rig) =>
  until(
    () => jobOf(rigged),
    (job) => job?.state === 'running',
  );

test('a job during which Reeve was killed twice waits for a person, and runs when the person starts it', async () => {
  const { rigged, release, id } = await heldSync();
  const { platform } = rigged;
  await crash(rigged);
  await running(rigged);
  await crash(rigged);
  const sent = platform.requests.count('GET /runners/all');
  expect(await jobOf(rigged)).toMatchObject({ state: 'needs-person', asks: 'crashed' });
  // It does not start after a regular exit either
  await rigged.restart();
  expect(await jobOf(rigged)).toMatchObject({ state: 'needs-person', asks: 'crashed' });
  expect(platform.requests.count('GET /runners/all')).toBe(sent);

  release();
  await rigged.client.jobs.again({ id });
  const job = await until(
    () => jobOf(rigged),
    (now) => now?.state === 'done',
  );
  expect(job?.rows).toBe(platform.world.runners.size);
});

test('a job continues by itself if Reeve was closed properly between two kills', async () => {
  const { rigged } = await heldSync();
  await crash(rigged);
  await running(rigged);
  await rigged.restart();
  await running(rigged);
  await crash(rigged);
  await running(rigged);
});
