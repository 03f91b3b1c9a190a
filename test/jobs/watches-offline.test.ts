import { expect, test } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { hours, minutes, seconds } from '#shared/time.ts';
import { watchRig } from './watches-rig.ts';

test('a check that gets no reply pauses the others only if the platform answers no other request in the meantime', async () => {
  const rig = watchRig([{ name: 'mirrors' }], {
    answer: () => {
      throw new Failure('offline', 'reset', { reason: 'connection-lost' });
    },
  });
  const pauseAfterCheck = async () => {
    const before = rig.seen.length;
    for (; rig.seen.length === before;) await rig.clock.advance(seconds(5));
    return rig.engine.pauseOf(rig.engine.followed('p1'));
  };
  rig.world.connection = 'online';
  expect(await pauseAfterCheck()).toBeNull();
  rig.world.connection = 'offline';
  expect(await pauseAfterCheck()).toBe('offline');
});

test('while the machine has no network, nothing is requested', async () => {
  const { clock, network, seen } = watchRig([{ name: 'mirrors' }]);
  network.set(false);
  await clock.advance(hours(3));
  expect(seen).toHaveLength(0);
  network.set(true);
  await clock.advance(minutes(1));
  expect(seen).toHaveLength(1);
});
