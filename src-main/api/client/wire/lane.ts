import { aborted } from '#shared/errors.ts';

/** What waits in line: the person's own requests pass the pages of a crawl. */
export type Priority = 'person' | 'crawl';

/** So many at a time; the rest wait in line. */
export class Lane {
  #free: number;
  readonly #waiting: Record<Priority, (() => void)[]> = { person: [], crawl: [] };

  constructor(width: number) {
    this.#free = width;
  }

  /** Resolves with a place, which must be given back. Fails: `aborted`. */
  async take(priority: Priority, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) throw aborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const line = this.#waiting[priority];
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        line.splice(line.indexOf(go), 1);
        reject(aborted());
      };
      line.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  give(): void {
    const next = this.#waiting.person.shift() ?? this.#waiting.crawl.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
