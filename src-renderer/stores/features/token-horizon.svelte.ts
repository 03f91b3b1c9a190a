import type { Scope } from '#shared/contract/scope.ts';
import type { Horizon } from '#shared/contract/access-tokens.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { pauseAfter } from '../lists/pause-after.ts';

/** Expiry dates of the tokens of a group (scope null: of all cached groups), counted again when rows change. */
export class TokenHorizon {
  /** Undefined: not loaded yet. */
  value = $state.raw<Horizon>();
  failure = $state.raw<Failure | null>(null);
  readonly scope: Scope | null;
  readonly #session: Session;
  #isLoading = false;
  #isDue = false;

  constructor(session: Session, scope: Scope | null) {
    this.#session = session;
    this.scope = scope;
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.load()),
      this.#session.client.accessTokens.changed(() => void this.load()),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Calls during a count, or during the pause after it, cause one more count. */
  async load(): Promise<void> {
    this.#isDue = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (this.#isDue) {
        this.#isDue = false;
        const began = performance.now();
        this.value = await this.#session.client.accessTokens.horizon({ scope: this.scope });
        this.failure = null;
        await pauseAfter(performance.now() - began);
      }
    } catch (thrown) {
      this.#isDue = false;
      this.failure = Failure.from(thrown);
    } finally {
      this.#isLoading = false;
    }
  }
}
