import { Lane, type Priority } from '../wire/lane.ts';
import { limits, type Claim } from './limits.ts';

/**
 * Limits the concurrent reads of one file to the number that the limit of large files allows per minute. The size of a
 * file is known only after its first reply; without this, more reads could start before the limit applies.
 */
export class FileConcurrency {
  readonly #lanes = new Map<string, { lane: Lane; users: number }>();

  /** Wait for a place; returns the function that gives it back. Only reads of files wait. Fails: `aborted`. */
  async take(claims: readonly Claim[], priority: Priority, signal?: AbortSignal): Promise<() => void> {
    const key = claims.find(({ name }) => name === 'large-blob')?.key;
    if (key === undefined) return () => undefined;
    const entry = this.#lanes.get(key) ?? { lane: new Lane(limits['large-blob'].times), users: 0 };
    this.#lanes.set(key, entry);
    entry.users += 1;
    const leave = (): void => {
      entry.users -= 1;
      if (entry.users === 0) this.#lanes.delete(key);
    };
    try {
      await entry.lane.take(priority, signal);
    } catch (thrown) {
      leave();
      throw thrown;
    }
    return () => {
      entry.lane.give();
      leave();
    };
  }
}
