import { untrack } from 'svelte';
import { Failure } from '#shared/errors.ts';

/** Keeps the reply or the failure of the newest call. A new call aborts the calls before it. */
export class NewestCall<T> {
  /** The last reply. Undefined: there was no reply yet. */
  value = $state.raw<T>();
  /** Why the newest call failed; `value` is then an earlier reply. Null: it did not fail, or was aborted. */
  failure = $state.raw<Failure | null>(null);
  isLoading = $state(false);
  #newest: AbortController | undefined;

  /** Make a call and keep its reply. Returns whether the call succeeded and is still the newest. Never rejects. */
  async send(call: (signal: AbortSignal) => Promise<T>): Promise<boolean> {
    this.#newest?.abort();
    const newest = new AbortController();
    this.#newest = newest;
    // The first call of a store may be made while a derived value is computed
    untrack(() => (this.isLoading = true));
    try {
      const value = await call(newest.signal);
      if (this.#newest !== newest) return false;
      Object.assign(this, { value, failure: null });
      return true;
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (this.#newest === newest && failure.code !== 'aborted') this.failure = failure;
      return false;
    } finally {
      if (this.#newest === newest) this.isLoading = false;
    }
  }

  /** Abort the running call, and drop its reply. */
  abort(): void {
    this.#newest?.abort();
    this.#newest = undefined;
    this.isLoading = false;
  }

  /** Drop the reply and the failure, and abort the running call. */
  forget(): void {
    this.abort();
    Object.assign(this, { value: undefined, failure: null });
  }
}
