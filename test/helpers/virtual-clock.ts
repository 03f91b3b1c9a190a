import { onTestFinished } from 'vitest';
import type { FakeClock } from './fake-ports.ts';
import { simulatedTime } from './simulated-time.ts';

/** The clock of `simulatedTime`, until the end of the test. */
export function virtualClock(follow: (now: number) => void, startMs = Date.parse('2026-11-20T08:00:00Z')): FakeClock {
  const clock = simulatedTime(follow, startMs);
  onTestFinished(() => clock.end());
  return clock;
}
