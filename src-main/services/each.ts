/**
 * Run `work` for each item in order, at most `atOnce` at a time; the next item is taken only when one has ended. After
 * the first failure the others are aborted and awaited, then the failure is thrown.
 */
export async function each<T>(
  all: Iterable<T>,
  atOnce: number,
  signal: AbortSignal,
  work: (one: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const own = AbortSignal.any([signal, failed.signal]);
  const waiting = all[Symbol.iterator]();
  let failure: { thrown: unknown } | undefined;
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      if (own.aborted) return;
      try {
        await work(next.value, own);
      } catch (thrown) {
        failure ??= { thrown };
        failed.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  signal.throwIfAborted();
  if (failure !== undefined) throw failure.thrown;
}
