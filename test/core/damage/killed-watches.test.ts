import { expect, test } from 'vitest';
import { killWatches } from '../../faults/watch-kills.ts';

test('20 exports and imports are requested once and watched to their end, although Reeve is killed 6 times', async () => {
  const { kills, wrong, asked, lost } = await killWatches({ kills: 6, seed: 1, reportsImports: true });
  expect(wrong).toEqual([]);
  expect(Object.values(kills).reduce((sum, n) => sum + n, 0)).toBe(6);
  expect(asked).toBe(20);
  expect(lost).toBeGreaterThan(0);
}, 600_000);

test('it is detected if Reeve sends a request again whose reply was lost', async () => {
  const killed = { kills: 1, seed: 1, reportsImports: true };
  const { wrong } = await killWatches({ ...killed, takesLostAsNotSent: true });
  expect(wrong.join('\n')).toContain('was requested 2 times');
}, 600_000);
