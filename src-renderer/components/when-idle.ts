/** `whenIdle` resolves as soon as no call waits for its reply. */
interface Calls {
  whenIdle: () => Promise<void>;
}

/** A time limit, because a window that draws all the time, for example on a slow computer, is never idle. */
const patience: IdleRequestOptions = { timeout: 1_000 };

/**
 * Call `run` when the first page has its replies and the window is idle. It waits at most a second for an idle window.
 * Use it for work that is not urgent.
 */
export function whenIdle(calls: Calls, run: () => void): void {
  requestIdleCallback(() => void calls.whenIdle().then(() => requestIdleCallback(run, patience)), patience);
}

/**
 * Load code that a click may need, one file after the other, each when the window is idle. Returns a function that
 * stops this. A file that can't be loaded is skipped: the click that needs it tries again and reports the failure.
 */
export function loadAhead(calls: Calls, loads: Iterable<() => Promise<unknown>>): () => void {
  let isEnded = false;
  const loadAll = async (): Promise<void> => {
    for (const load of loads) {
      await new Promise<void>((resolve) => whenIdle(calls, resolve));
      if (isEnded) return;
      await load().catch(() => undefined);
    }
  };
  void loadAll();
  return () => {
    isEnded = true;
  };
}
