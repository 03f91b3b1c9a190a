import { expect, test } from 'vitest';
import { killWrites, points } from '../../faults/write-kills.ts';

test('if Reeve is killed at any of four points of a write, the write happens at most once and ends as applied, not applied or unknown', async () => {
  const { kills, wrong, states } = await killWrites({ writes: 4, slowMs: 400, speed: 60 });
  expect(wrong).toEqual([]);
  expect(kills).toEqual(Object.fromEntries(points.map((point) => [point, 1])));
  expect(states.applied ?? 0).toBeGreaterThan(1);
});

test('with a slow platform, reconciling before the deadline is detected as an error', async () => {
  const killed = { writes: 1, at: ['after-send'] as const, slowMs: 0, speed: 8 };
  const patient = await killWrites({ ...killed, worksUntil: 'next-start' });
  expect(patient.wrong).toEqual([]);
  const hasty = await killWrites({ ...killed, worksUntil: 'outcome-known', probesAtOnce: true });
  expect(hasty.wrong).not.toEqual([]);
});
