import type { Clock, Power, PowerState } from '#main/ports.ts';
import { minutes, seconds } from '#shared/time.ts';

const checkEveryMs = seconds(30);
const longestDelayMs = minutes(1);

/**
 * Infers from the clocks that the machine slept, for hosts without power events. A timer compares both clocks: after a
 * sleep the timer is more than a minute late, or the system clock advanced more than a minute further than the
 * monotonic one, which stops during a sleep on some systems. A system clock that a person sets forward looks the same;
 * one that is set back is ignored.
 */
export function powerFromClock(clock: Pick<Clock, 'now' | 'monotonic'>): Power {
  const listeners = new Set<(state: PowerState) => void>();
  let timer: NodeJS.Timeout | undefined;
  let wall = 0;
  let monotonic = 0;

  function start(): void {
    wall = clock.now();
    monotonic = clock.monotonic();
  }
  function check(): void {
    const wallMs = clock.now() - wall;
    const monotonicMs = clock.monotonic() - monotonic;
    start();
    const isLate = monotonicMs - checkEveryMs > longestDelayMs;
    if (isLate || wallMs - monotonicMs > longestDelayMs) for (const listener of [...listeners]) listener('resumed');
  }

  return {
    onChange: (listener) => {
      if (listeners.size === 0) {
        start();
        timer = setInterval(check, checkEveryMs).unref();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

type PowerEvent = 'suspend' | 'resume';

/** The power events of Electron's `powerMonitor`. */
export function powerFromEvents(monitor: {
  on(event: PowerEvent, listener: () => void): unknown;
  off(event: PowerEvent, listener: () => void): unknown;
}): Power {
  return {
    onChange: (listener) => {
      const onSuspend = (): void => listener('suspended');
      const onResume = (): void => listener('resumed');
      monitor.on('suspend', onSuspend);
      monitor.on('resume', onResume);
      return () => {
        monitor.off('suspend', onSuspend);
        monitor.off('resume', onResume);
      };
    },
  };
}
