import { expect, test } from 'vitest';
import { nextCheck } from '#main/jobs/watches/remote-mirrors.ts';
import { hours, minutes, seconds } from '#shared/time.ts';

const now = Date.UTC(2026, 10, 20);

test('a project with an update under way is checked every 5 seconds for 2 minutes, then every 15, and after an hour at the interval of the watch', () => {
  const found = { mirrors: 3, underWay: 1 };
  let watermark: string | null = null;
  const intervals = [0, minutes(1), minutes(2) - 1, minutes(2), hours(1)].map((ms) => {
    const next = nextCheck(found, watermark, now + ms);
    watermark = next.watermark ?? null;
    return next.everyMs;
  });
  expect(intervals).toEqual([seconds(5), seconds(5), seconds(5), seconds(15), undefined]);
});

test('after the updates ended, the project is checked at the interval of the watch, and the next update begins anew', () => {
  const { watermark } = nextCheck({ mirrors: 3, underWay: 0 }, String(now), now + hours(1));
  expect(nextCheck({ mirrors: 3, underWay: 0 }, String(now), now + hours(1))).toEqual({ watermark: null });
  expect(nextCheck({ mirrors: 3, underWay: 2 }, watermark ?? null, now + hours(2)).everyMs).toBe(seconds(5));
});

test('a project without mirrors is checked seldom', () => {
  expect(nextCheck({ mirrors: 0, underWay: 0 }, null, now)).toEqual({ watermark: null, everyMs: hours(6) });
});

test('a watermark of the future, after the clock was set back, begins anew', () => {
  expect(nextCheck({ mirrors: 1, underWay: 1 }, String(now + hours(24)), now)).toEqual({
    watermark: String(now),
    everyMs: seconds(5),
  });
});
