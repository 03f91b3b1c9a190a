import { aborted } from '#shared/errors.ts';

/** Requests of the user are sent before the pages of a sync. */
export type Priority = 'person' | 'sync';

/** Limits how many holders there are at a time. Others wait in the order of their calls, by priority. */
export class Semaphore {
  #free: number;
  readonly #waiting: Record<Priority, (() => void)[]> = { person: [], sync: [] };

  constructor(width: number) {
    this.#free = width;
  }

  /** Wait for a slot. The caller must call `release`. Fails: `aborted`. */
  async acquire(priority: Priority, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) throw aborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const line = this.#waiting[priority];
      const go = (): void => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = (): void => {
        line.splice(line.indexOf(go), 1);
        reject(aborted());
      };
      line.push(go);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  release(): void {
    const next = this.#waiting.person.shift() ?? this.#waiting.sync.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
