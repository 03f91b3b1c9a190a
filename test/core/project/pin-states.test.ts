import { expect, test } from 'vitest';
import { systemClock } from '#main/hosts/machine.ts';
import { hours } from '#shared/time.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { pinFilled, rig, until, type Rig } from '../../helpers/rig.ts';

async function pinned({ client }: Rig) {
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  const target = { kind: 'place' as const, scope: `project:${PROJECT_PATHS.private}` };
  return client.pins.pin({ target, depths: ['facts'] });
}

test('a pin whose token is rejected waits and says why', async () => {
  const one = await rig();
  one.platform.faults.add({ kind: 'status', status: 401, message: '401 Unauthorized' });
  const { id } = await pinned(one);
  const look = async () => (await one.client.pins.list()).pins.find((pin) => pin.id === id);
  const pin = await until(look, (found) => found?.isWaiting === true && found.failure !== null);
  expect(pin).toMatchObject({ failure: { code: 'denied', reason: expect.stringMatching(/^token-/) as unknown } });
});

test('a pin is stale when it was not filled for twice its interval, and ready after the next fill', async () => {
  let aheadMs = 0;
  const one = await rig({ clockOf: () => ({ ...systemClock, now: () => systemClock.now() + aheadMs }) });
  const { id } = await pinned(one);
  expect(await pinFilled(one.client, id)).toMatchObject({ state: 'ready' });
  aheadMs = hours(7.9);
  expect(await pinFilled(one.client, id)).toMatchObject({ state: 'ready' });
  aheadMs = hours(8.1);
  expect(await pinFilled(one.client, id)).toMatchObject({ state: 'stale' });
  await one.client.pins.refill({ id });
  expect(await pinFilled(one.client, id)).toMatchObject({ state: 'ready' });
});
