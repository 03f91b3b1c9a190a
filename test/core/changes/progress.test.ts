import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '#main/hosts/machine.ts';
import { rig, until } from '../../helpers/rig.ts';

afterEach(() => void vi.restoreAllMocks());

test('the end of a plan is published without a delay, with the progress of its job', async () => {
  const { client, platform } = await rig();
  const states: string[] = [];
  client.changes.changed(({ plans }) => void states.push(...plans.map(({ state }) => state)));
  const runners = platform.world.runners.all().slice(0, 3);
  const calls = runners.map(({ id }) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'moved' } }));
  const { id: planId } = await client.changes.plan({ calls });
  const sleep = vi.spyOn(systemClock, 'sleep').mockReturnValue(new Promise(() => undefined));
  await client.changes.apply({ planId });
  await until(
    () => Promise.resolve(states.at(-1)),
    (state) => state === 'done',
  );
  const { jobs } = await client.jobs.list({});
  expect(jobs.find(({ kind }) => kind === 'changes.apply')).toMatchObject({ rows: 3, estimatedRows: 3, changed: 3 });
  sleep.mockRestore();
});
