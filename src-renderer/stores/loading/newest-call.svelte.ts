import { untrack } from 'svelte';
import { Failure } from '#shared/errors.ts';

/** Calls of which only the newest counts: its reply or failure is kept, and the calls before it are aborted. */
export class NewestCall<T> {
  /** The last reply. Undefined: there was none. */
  value = $state.raw<T>();
  /** Why the newest call failed; null if it did not, or was aborted. `value` is then the reply before it. */
  failure = $state.raw<Failure | null>(null);
  isLoading = $state(false);
  #newest: AbortController | undefined;

  /** Call, and keep the reply. Returns whether it succeeded and is still the newest call. Never rejects. */
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

  /** Drop the reply and the failure, also those of the running call. */
  forget(): void {
    this.abort();
    Object.assign(this, { value: undefined, failure: null });
  }
}
