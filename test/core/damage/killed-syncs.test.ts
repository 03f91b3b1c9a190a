import { expect, test } from 'vitest';
import { killSyncs } from '../../faults/sync-kills.ts';

test('a sync that continues after a kill ends with the list of the platform, although users were added and deleted meanwhile', async () => {
  // `npm run faults` kills 60 syncs of 20,000 users
  const { kills, shown, there } = await killSyncs({ kills: 1, users: 2_000, seed: 22, leavers: 30 });
  expect(kills).toBe(1);
  expect(shown).toEqual(there);
});
