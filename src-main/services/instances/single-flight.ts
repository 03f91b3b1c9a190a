interface Flight {
  promise: Promise<unknown>;
  controller: AbortController;
  waiting: number;
}

/**
 * One run per key at a time: whoever asks while it is under way gets the same promise. The work has a signal of its own,
 * which fires when the last one who asked has gone; who asks after that starts anew.
 */
export function singleFlight() {
  const flights = new Map<string, Flight>();

  function finish(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController();
    const flight: Flight = { promise: Promise.resolve(), controller, waiting: 0 };
    flight.promise = work(controller.signal).finally(() => finish(key, flight));
    flights.set(key, flight);
    return flight;
  }

  return async function run<T>(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted();
    const flight = flights.get(key) ?? start(key, work);
    flight.waiting += 1;
    const leave = (): void => {
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      finish(key, flight);
      flight.controller.abort();
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return (await flight.promise) as T;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
}
