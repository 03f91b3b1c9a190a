import { isFailedHere, type Failure } from '#shared/errors.ts';

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

/** After this many failures in a row, all other requests are expected to fail too. */
const mostInARow = 3;

/**
 * Counts the failures of single places or rows, so that the work on the others continues. Even a platform that seems to
 * be down may fail for one place only: its repository may be on another server, or a proxy may close the connection for
 * its replies.
 */
export function singleFailures() {
  let inARow = 0;
  return {
    succeeded: (): void => void (inARow = 0),
    /** Fails: with this failure, if it concerns all requests, or if it is the third in a row. */
    add(failure: Failure): void {
      inARow += 1;
      const isSingle = failure.code === 'remote' || failure.reason === 'connection-lost' || isFailedHere(failure);
      if (!isSingle || inARow >= mostInARow) throw failure;
    },
  };
}
