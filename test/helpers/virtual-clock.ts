import diagnostics from 'node:diagnostics_channel';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { fakeClock, type FakeClock } from './fake-ports.ts';

/**
 * A clock for simulated hours over real sockets: time stands still while a request of this process is under way.
 * `follow`: another clock that moves along, such as that of the simulated platform.
 */
export function virtualClock(follow: (now: number) => void, startMs = Date.parse('2026-11-20T08:00:00Z')): FakeClock {
  let underWay = 0;
  const count = (by: number) => () => void (underWay += by);
  const listeners = [
    ['undici:request:create', count(1)],
    ['undici:request:trailers', count(-1)],
    ['undici:request:error', count(-1)],
  ] as const;
  for (const [name, listener] of listeners) diagnostics.subscribe(name, listener);
  onTestFinished(() => {
    for (const [name, listener] of listeners) diagnostics.unsubscribe(name, listener);
  });

  /** Wait until no request is under way and none follows at once. */
  async function settle(now: number): Promise<void> {
    follow(now);
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await turn();
      if (underWay <= 0) continue;
      quiet = -1;
      await pause(1);
    }
  }
  return fakeClock(startMs, settle);
}
