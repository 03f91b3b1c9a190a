import { expect, test } from 'vitest';
import { minutes } from '#shared/time.ts';
import { endure } from '../../faults/endurance.ts';

// Half a minute of computing, which takes many times longer on a busy machine
test('checks of watches leak no memory', { timeout: minutes(10) }, async () => {
  const options = { seed: 1, projects: 24, mirrorsEveryMs: minutes(1) };
  const { bytes, requests } = await endure({ ...options, steps: 3, stepMs: minutes(30) });
  const [first = 0, before = 0, after = 0] = bytes;
  const [, , checked = 0] = requests;
  expect(checked).toBeGreaterThan(800);
  // Bytes per request. About 100 are usual, because rows are added; a leaked listener and a promise are more than 400
  expect((after - before) / checked).toBeLessThan(400);
  expect(after / first).toBeLessThan(1.1);
});
