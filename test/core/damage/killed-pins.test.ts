import { megabytes } from '#shared/time.ts';
import { expect, test } from 'vitest';
import { killPins } from '../../faults/pin-kills.ts';

test('a pin continues after Reeve is killed between requests and during a download, and stores the same as without kills', async () => {
  // `npm run faults` kills it 20 times
  const { kills, killed, whole, repeated } = await killPins({ kills: 2, seed: 3 });
  expect(kills).toBe(2);
  expect(killed.chosenBytes).toEqual([64, expect.any(Number), megabytes(12)]);
  expect(killed.notes).toBeGreaterThan(0);
  expect(killed).toEqual(whole);
  // At each kill, at most three items were being stored
  expect(repeated).toBeLessThanOrEqual(3 * kills);
});
