import { Failure } from '#shared/errors.ts';

/** How a deadline is extended by received bytes: the longest time without bytes, and the lowest average speed. */
export interface Pace {
  idleMs: number;
  slowestBytesPerMs: number;
}

/**
 * Limits the real time of one exchange. An idle timeout is not enough, because a server can send a byte now and then.
 * With a pace, received bytes extend the deadline. It also fires when one of the signals does. Callers must always call
 * `end`.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #signals: readonly AbortSignal[];
  readonly #ms: number;
  readonly #pace: Pace | undefined;
  readonly #startedAt = performance.now();
  #lastByteAt: number | null = null;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #onAbort = (): void => this.#controller.abort(new Failure('aborted', 'aborted'));

  constructor(ms: number, signals: readonly AbortSignal[], pace?: Pace) {
    this.#ms = ms;
    this.#pace = pace;
    this.#signals = signals;
    for (const signal of signals) signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signals.some((signal) => signal.aborted)) this.#onAbort();
    this.#arm();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The failure caused by the deadline or a signal; undefined if neither has fired. */
  get failure(): Failure | undefined {
    return this.signal.aborted ? (this.signal.reason as Failure) : undefined;
  }

  /** Record received bytes. */
  progress(bytes: number): void {
    if (this.#pace === undefined) return;
    const isFirst = this.#lastByteAt === null;
    this.#lastByteAt = performance.now();
    this.#bytes += bytes;
    if (isFirst) this.#arm();
  }

  end(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#onAbort);
  }

  // One timer that is checked when it fires costs less than a new timer for every chunk
  #arm(): void {
    clearTimeout(this.#timer);
    const leftMs = this.#endsAt() - performance.now();
    if (leftMs > 0) this.#timer = setTimeout(() => this.#arm(), Math.ceil(leftMs));
    else this.#expire();
  }

  #endsAt(): number {
    const endsAt = this.#startedAt + this.#ms;
    if (this.#pace === undefined || this.#lastByteAt === null) return endsAt;
    const { idleMs, slowestBytesPerMs } = this.#pace;
    return Math.min(this.#lastByteAt + idleMs, endsAt + this.#bytes / slowestBytesPerMs);
  }

  #expire(): void {
    const what =
      this.#lastByteAt === null ? `no whole reply within ${this.#ms} ms` : 'the rest of the reply is too slow';
    this.#controller.abort(new Failure('offline', what, { reason: 'timed-out' }));
  }
}
