import { expect, test } from 'vitest';
import { hours, minutes } from '#shared/time.ts';
import { rig, until } from '../../helpers/rig.ts';
import { watchedFleet } from '../../helpers/watched-fleet.ts';

const list = 'GET /projects/:id/merge_requests/:merge_request_iid/context_commits';

/** An instance whose lists are watched, and a merge request; the list of its context commits is not watched. */
async function opened() {
  const fleet = await watchedFleet({ only: ['contextCommits'] });
  const { client, platform } = fleet;
  const [row] = platform.world.mergeRequests.all();
  if (row === undefined) throw new Error('the seed has no merge request');
  const scope = `project:${row.project_id}/mr:${row.iid}`;
  const jobsOf = async () => (await client.jobs.list()).jobs.filter(({ input }) => input['scope'] === scope);
  /** Show the list, as a page does. Returns the number of its requests so far. */
  async function show(since?: number | null): Promise<number> {
    await client.jobs.opened({ collection: 'contextCommits', scope, ...(since !== undefined && { since }) });
    await until(jobsOf, (jobs) => jobs.every(({ finishedAt }) => finishedAt !== null));
    return platform.requests.count(list);
  }
  return { ...fleet, scope, show, jobsOf };
}

test('a shown list is synced when it is opened, at most once in its interval, and earlier if its row has changed', async () => {
  const { client, scope, show, pass, now } = await opened();
  expect(await show()).toBe(1);
  expect((await client.contextCommits.summary({ scope })).completedAt).not.toBeNull();
  expect(await show()).toBe(1);
  await pass(minutes(59));
  expect(await show()).toBe(1);
  expect(await show(now())).toBe(2);
  expect(await show(null)).toBe(2);
  await pass(hours(1.1));
  expect(await show()).toBe(3);
});

test('a shown list that is refused is not requested again for a day, and is no problem', async () => {
  const { platform, show, jobsOf, pass } = await opened();
  platform.faults.add({ kind: 'status', status: 403, message: '403 Forbidden', match: list });
  expect(await show()).toBe(1);
  expect((await jobsOf()).map(({ state, isDismissed }) => [state, isDismissed])).toEqual([['failed', true]]);
  await pass(hours(2));
  expect(await show()).toBe(1);
  await pass(hours(23));
  expect(await show()).toBe(2);
});

test('a shown list is not requested while the instance cannot be reached', async () => {
  const { client, platform, show, jobsOf, pass } = await opened();
  platform.faults.add({ kind: 'reset' });
  const asked = expect(client.users.refresh({ scope: '', id: 1 })).rejects.toMatchObject({ code: 'offline' });
  await pass(minutes(3));
  await asked;
  expect(await show()).toBe(0);
  expect(await jobsOf()).toEqual([]);
});

test('while a setup waits for a decision, and with syncs only on request, a shown list is not synced', async () => {
  const asks = await rig({ isAutomatic: true, projects: 120, users: 20 });
  await until(
    () => asks.client.setup.get(),
    ({ state }) => state === 'asks',
  );
  expect(await asks.client.jobs.opened({ collection: 'users' })).toEqual({ isStarted: false });
  const onRequest = await rig();
  expect(await onRequest.client.jobs.opened({ collection: 'users' })).toEqual({ isStarted: false });
  expect(await onRequest.client.jobs.opened({ collection: 'users', since: null })).toEqual({ isStarted: true });
});
