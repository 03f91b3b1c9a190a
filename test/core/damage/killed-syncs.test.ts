import { expect, test } from 'vitest';
import { killSyncs } from '../../faults/sync-kills.ts';

test('a crawl that is killed again and again, while people come and go, ends with the platform’s own list', async () => {
  const { kills, shown, there } = await killSyncs({ kills: 3, users: 2_000, seed: 7 });
  expect(kills).toBeGreaterThan(1);
  expect(shown).toEqual(there);
});
