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

/** Run `work` a while after the first change, with its arguments; changes until then are not counted. Not after `end`. */
export function delayed<Given extends unknown[]>(work: (...given: Given) => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (...given: Given): void => {
    timer = undefined;
    work(...given);
  };
  return {
    touch: (...given: Given): void => void (timer ??= setTimeout(run, ms, ...given)),
    end: () => clearTimeout(timer),
  };
}
