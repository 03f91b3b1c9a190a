/**
 * Run `work` after changes: after the first one at once, then at most once in `everyMs`, never twice at the same time.
 * `work` must not reject. After `end`, it is not started again.
 */
export function throttled(work: () => Promise<void>, everyMs: number): { touch: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWorking = false;
  let isDue = false;
  let isEnded = false;

  function touch(): void {
    if (isEnded) return;
    if (isWorking || timer !== undefined) isDue = true;
    else void run();
  }
  async function run(): Promise<void> {
    isWorking = true;
    isDue = false;
    await work();
    isWorking = false;
    if (isEnded) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) touch();
    }, everyMs);
  }
  return {
    touch,
    end: () => {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}

/**
 * `touch` runs `work` with its arguments after `ms` milliseconds. Calls of `touch` within that time are ignored. After
 * `end`, `work` is not run.
 */
export function delayed<Args extends unknown[]>(work: (...args: Args) => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (...args: Args): void => {
    timer = undefined;
    work(...args);
  };
  return {
    touch: (...args: Args): void => void (timer ??= setTimeout(run, ms, ...args)),
    end: () => clearTimeout(timer),
  };
}
