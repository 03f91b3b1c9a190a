import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { powerFromClock, powerFromEvents } from '#main/hosts/power.ts';
import { days, hours, minutes, seconds } from '#shared/time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A machine whose clocks move independently of its timers. */
function machine() {
  let wall = 1_000_000;
  let monotonic = 0;
  const states: string[] = [];
  const power = powerFromClock({ now: () => wall, monotonic: () => monotonic });
  return {
    power,
    states,
    follow: () => power.onChange((state) => states.push(state)),
    /** The next check of the timer, at which both clocks have advanced this far. */
    check: (wallMs: number, monotonicMs: number) => {
      wall += wallMs;
      monotonic += monotonicMs;
      vi.advanceTimersByTime(seconds(30));
    },
  };
}

test.each([
  ['a normal check', seconds(30), seconds(30), []],
  ['a busy minute', seconds(80), seconds(80), []],
  ['a sleep during which the monotonic clock stands still', hours(8), seconds(30), ['resumed']],
  ['a sleep during which the monotonic clock advances', hours(8), hours(8), ['resumed']],
  ['a process that was stopped for two minutes', minutes(2), minutes(2), ['resumed']],
  ['a system clock that was set back a day', -days(1), seconds(30), []],
] as const)('clocks of the machine: %s', (_, wallMs, monotonicMs, expected) => {
  const { follow, check, states } = machine();
  follow();
  check(wallMs, monotonicMs);
  expect(states).toEqual(expected);
  check(seconds(30), seconds(30));
  expect(states).toEqual(expected);
});

test('time that passed without a listener is no sleep, and the timer runs only while there is a listener', () => {
  const { follow, check, states } = machine();
  expect(vi.getTimerCount()).toBe(0);
  const ends = [follow(), follow()];
  expect(vi.getTimerCount()).toBe(1);
  for (const end of ends) end();
  expect(vi.getTimerCount()).toBe(0);
  check(hours(1), seconds(30));
  follow();
  check(seconds(30), seconds(30));
  expect(states).toEqual([]);
});

test('power events of Electron are passed on until the listener ends', () => {
  const monitor = new EventEmitter();
  const states: string[] = [];
  const end = powerFromEvents(monitor).onChange((state) => states.push(state));
  monitor.emit('suspend');
  monitor.emit('resume');
  end();
  monitor.emit('suspend');
  expect(states).toEqual(['suspended', 'resumed']);
});
