import { expect, test } from 'vitest';
import { killSyncs } from '../../faults/sync-kills.ts';

test('a sync that is killed repeatedly while users are added and deleted ends with the list of the platform', async () => {
  const { kills, shown, there } = await killSyncs({ kills: 3, users: 2_000, seed: 7 });
  expect(kills).toBeGreaterThan(1);
  expect(shown).toEqual(there);
});
