import { expect, test } from 'vitest';
import { rig } from '../helpers/rig.ts';

test('closing Reeve ends every subscription to the network', async () => {
  const { core, ports } = await rig();
  expect(ports.network.listeners()).toBeGreaterThan(0);
  await core.close();
  expect(ports.network.listeners()).toBe(0);
});
