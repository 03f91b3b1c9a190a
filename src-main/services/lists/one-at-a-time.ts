import { aborted } from '#shared/errors.ts';

const queues = new WeakMap<object, Map<string, Promise<void>>>();

/**
 * Run work after all earlier work of the same owner and key has ended.
 * Fails: `aborted` if the signal fires while it waits; as `work` does.
 */
export async function oneAtATime<T>(
  owner: object,
  key: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const own = queues.get(owner) ?? new Map<string, Promise<void>>();
  queues.set(owner, own);
  const before = own.get(key);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const queue = before === undefined ? ended : before.then(() => ended);
  own.set(key, queue);
  try {
    if (before !== undefined) await untilAborted(before, signal);
    return await work();
  } finally {
    end();
    if (own.get(key) === queue) own.delete(key);
  }
}

/** Wait for a promise. Fails: `aborted` as soon as the signal fires. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw aborted();
  const { promise: rejected, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(aborted());
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([promise, rejected]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
