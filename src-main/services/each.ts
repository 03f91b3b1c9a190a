/**
 * Do something with each of many, so many at a time, in their order. The first that fails ends all: the others are
 * aborted and waited for, then its failure is thrown.
 */
export async function each<T>(
  all: readonly T[],
  atOnce: number,
  signal: AbortSignal,
  work: (one: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const own = AbortSignal.any([signal, failed.signal]);
  const waiting = all.values();
  let failure: { thrown: unknown } | undefined;
  const lane = async (): Promise<void> => {
    for (const one of waiting) {
      if (own.aborted) return;
      try {
        await work(one, own);
      } catch (thrown) {
        failure ??= { thrown };
        failed.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane));
  signal.throwIfAborted();
  if (failure !== undefined) throw failure.thrown;
}
