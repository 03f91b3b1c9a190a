import { Semaphore, type Priority } from '../wire/semaphore.ts';
import { limits, type Claim } from './limits.ts';

/**
 * Limits the concurrent reads of one file to the number that the limit of large files allows per minute. The size of a
 * file is known only after its first reply; without this, more reads could start before the limit applies.
 */
export class FileConcurrency {
  readonly #semaphores = new Map<string, { semaphore: Semaphore; users: number }>();

  /** Wait for a slot; returns the function that releases it. Only reads of files wait. Fails: `aborted`. */
  async acquire(claims: readonly Claim[], priority: Priority, signal?: AbortSignal): Promise<() => void> {
    const key = claims.find(({ name }) => name === 'large-blob')?.key;
    if (key === undefined) return () => undefined;
    const entry = this.#semaphores.get(key) ?? { semaphore: new Semaphore(limits['large-blob'].times), users: 0 };
    this.#semaphores.set(key, entry);
    entry.users += 1;
    const release = (): void => {
      entry.users -= 1;
      if (entry.users === 0) this.#semaphores.delete(key);
    };
    try {
      await entry.semaphore.acquire(priority, signal);
    } catch (thrown) {
      release();
      throw thrown;
    }
    return () => {
      entry.semaphore.release();
      release();
    };
  }
}
