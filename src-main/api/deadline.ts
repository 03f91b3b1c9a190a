import { Failure } from '#shared/errors.ts';

/**
 * Bounds one exchange in real time, whatever the other side does: a server that drips a byte now and then outlives every
 * idle timeout. Also fires when one of the signals does; `end` must be called in any case.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #signals: readonly AbortSignal[];
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#controller.abort(new Failure('aborted', 'aborted'));

  constructor(ms: number, signals: readonly AbortSignal[]) {
    this.#signals = signals;
    for (const signal of signals) signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signals.some((signal) => signal.aborted)) this.#onAbort();
    const expire = () =>
      this.#controller.abort(new Failure('offline', `no whole reply within ${ms} ms`, { reason: 'timed-out' }));
    this.#timer = setTimeout(expire, ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The failure that the deadline or a signal caused, if one did. */
  get failure(): Failure | undefined {
    return this.signal.aborted ? (this.signal.reason as Failure) : undefined;
  }

  end(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#onAbort);
  }
}
