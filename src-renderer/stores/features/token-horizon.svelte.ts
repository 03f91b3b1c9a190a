import type { Scope } from '#shared/contract/scope.ts';
import type { Horizon } from '#shared/contract/access-tokens.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';

/** While rows pour in, most of the time belongs to whoever looks at them. */
const restFactor = 4;
const longestRestMs = seconds(5);
const rest = (workedMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(longestRestMs, workedMs * restFactor)));

/** When the tokens of a group end (null: of all groups that are cached), counted again as rows change. */
export class TokenHorizon {
  /** Undefined: on its way. */
  value = $state.raw<Horizon>();
  failure = $state.raw<Failure | null>(null);
  readonly scope: Scope | null;
  readonly #session: Session;
  #isAsking = false;
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

  /** Calls that come while it counts, or rests, are answered by one more counting. */
  async load(): Promise<void> {
    this.#isDue = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isDue) {
        this.#isDue = false;
        const began = performance.now();
        this.value = await this.#session.client.accessTokens.horizon({ scope: this.scope });
        this.failure = null;
        await rest(performance.now() - began);
      }
    } catch (thrown) {
      this.#isDue = false;
      this.failure = Failure.from(thrown);
    } finally {
      this.#isAsking = false;
    }
  }
}
