import type { Clock } from '#main/ports.ts';

/** Calls `run` a while after the first `add`, with everything that was added until then. */
export function later<T = void>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  run: (all: ReadonlySet<T>) => void,
  signal?: AbortSignal,
) {
  let waiting = new Set<T>();
  function flush(): void {
    const all = waiting;
    waiting = new Set();
    if (all.size > 0) run(all);
  }
  return {
    add(one: T): void {
      const isFirst = waiting.size === 0;
      waiting.add(one);
      if (isFirst) void clock.sleep(ms, signal).then(flush, () => undefined);
    },
    /** Do not wait any longer. */
    flush,
  };
}
