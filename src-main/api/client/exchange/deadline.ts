import { Failure } from '#shared/errors.ts';

/** How a deadline grows with what arrives: never so long a silence, never slower on the whole. */
export interface Pace {
  idleMs: number;
  slowestBytesPerMs: number;
}

/**
 * Bounds one exchange in real time, whatever the other side does: a server that drips a byte now and then outlives every
 * idle timeout. With a pace, `progress` earns more time. Also fires when one of the signals does; `end` must be called
 * in any case.
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

  /** The failure that the deadline or a signal caused, if one did. */
  get failure(): Failure | undefined {
    return this.signal.aborted ? (this.signal.reason as Failure) : undefined;
  }

  /** So many more bytes have arrived. */
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

  // One timer that looks again costs less than a new one with every chunk
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
