import { expect, test } from 'vitest';
import { flipHistory } from '../../faults/history/flips.ts';
import { killHistory } from '../../faults/history/kills.ts';
import { askAboutMonth } from '../../faults/history/month.ts';
import { cutPower } from '../../faults/history/power-cuts.ts';
import { temporaryFolder } from '../../helpers/rig.ts';

// `npm run faults` runs the long form of each

test('after kills at random times, mirror and history agree, and each change is recorded once', async () => {
  const { kills, wrong } = await killHistory({ kills: 2, users: 200, seed: 31 });
  expect(wrong).toEqual([]);
  expect(kills).toBe(2);
});

test.each([true, false])(
  'after power cuts that set back either file, mirror and history agree or the gap is reported (new files: %s)',
  async (isNew) => {
    const { wrong, gaps, commits } = await cutPower({ cuts: 8, rounds: 6, users: 150, seed: 32, isNew });
    expect(wrong).toEqual([]);
    expect(gaps).toBeGreaterThan(0);
    expect(Math.min(...commits)).toBeGreaterThan(1);
  },
);

test('a flipped bit in the history is found, the rest can be read, and the gap is reported', async () => {
  const { wrong, detected, tried } = await flipHistory({ rounds: 5, users: 120, seed: 33, step: 8 });
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(1);
  expect(detected).toBeGreaterThan(0);
});

test('random questions about days of administration are answered as the platform replied then', async () => {
  const report = await askAboutMonth({ folder: temporaryFolder(), seed: 34, days: 4, questions: 30, users: 60 });
  expect(report.wrong).toEqual([]);
  expect(report.answered).toBeGreaterThan(5);
});
