import diagnostics from 'node:diagnostics_channel';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { fakeClock, type FakeClock } from './fake-ports.ts';
import { isCallUnderWay } from './same-thread.ts';

export interface SimulatedTime extends FakeClock {
  /** Stop observing the requests of this process. */
  end(): void;
}

/**
 * A clock for simulated hours over real sockets: time stands still while a request of this process or a call to one of its
 * databases is under way, so it does not depend on how fast the machine is.
 * `follow`: sets another clock, such as that of the simulated platform.
 */
export function simulatedTime(follow: (now: number) => unknown, startMs: number): SimulatedTime {
  let underWay = 0;
  let followedMs = Number.NaN;
  const count = (by: number) => () => void (underWay += by);
  const listeners = [
    ['undici:request:create', count(1)],
    ['undici:request:trailers', count(-1)],
    ['undici:request:error', count(-1)],
  ] as const;
  for (const [name, listener] of listeners) diagnostics.subscribe(name, listener);

  /** Wait until no request or call is under way, and none begins in the next turns of the event loop. */
  async function settle(now: number): Promise<void> {
    if (now !== followedMs) await follow((followedMs = now));
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await turn();
      if (underWay > 0) await pause(1);
      else if (!isCallUnderWay()) continue;
      quiet = -1;
    }
  }
  return Object.assign(fakeClock(startMs, settle), {
    end(): void {
      for (const [name, listener] of listeners) diagnostics.unsubscribe(name, listener);
    },
  });
}
