/**
 * One run per key at a time: whoever asks while it is under way gets the same promise. The work has a signal of its own,
 * which fires when the last one who asked has gone.
 */
export function singleFlight() {
  const flights = new Map<string, { promise: Promise<unknown>; controller: AbortController; waiting: number }>();

  return async function run<T>(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    let flight = flights.get(key);
    if (flight === undefined) {
      const controller = new AbortController();
      const promise = work(controller.signal).finally(() => flights.delete(key));
      flight = { promise, controller, waiting: 0 };
      flights.set(key, flight);
    }
    const joined = flight;
    joined.waiting += 1;
    const leave = (): void => {
      joined.waiting -= 1;
      if (joined.waiting === 0) joined.controller.abort();
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return (await joined.promise) as T;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
}
