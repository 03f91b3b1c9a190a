/**
 * From now on, this process does the same in every run: `Date` shows the time of this clock, and random numbers, which
 * spread the checks of watches, are all the same.
 */
export function makeRepeatable(clock: { now: () => number }): void {
  Date.now = () => clock.now();
  globalThis.Date = new Proxy(Date, {
    construct: (system, parts: unknown[], target) =>
      Reflect.construct(system, parts.length === 0 ? [clock.now()] : parts, target) as Date,
  });
  Math.random = () => 0.5;
}
