/** What can say when no call waits for its reply. */
interface Calls {
  whenIdle: () => Promise<void>;
}

/** Call `run` when the first page has its replies and the window has nothing else to do. For what is not needed at once. */
export function whenIdle(calls: Calls, run: () => void): void {
  requestIdleCallback(() => void calls.whenIdle().then(() => requestIdleCallback(run)));
}

/**
 * Load code that a click may need, one file after the other, each when the window is idle. Returns how to stop. A file
 * that can't be loaded is left out: the click that needs it tries again and reports the failure.
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
