import { Failure } from '#shared/errors.ts';

/** The last reply of the core to one question, which can be asked again. */
export class LastReply<T> {
  /** Undefined: not loaded yet. */
  value = $state.raw<T>();
  /** Why the last call failed; null if it did not. */
  failure = $state.raw<Failure | null>(null);
  readonly #ask: () => Promise<T>;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  async load(): Promise<void> {
    try {
      this.value = await this.#ask();
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}
