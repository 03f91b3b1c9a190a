interface Flight {
  promise: Promise<unknown>;
  controller: AbortController;
  waiting: number;
}

/**
 * Run work once per key at a time: a call during a run gets the same promise. The work has its own signal, which is
 * aborted when all callers have aborted theirs. A later call starts a new run.
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
