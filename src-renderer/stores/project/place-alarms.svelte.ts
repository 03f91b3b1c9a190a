import type { PlaceAlarms as Alarms } from '#shared/contract/overview.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** What needs attention in one group or project. */
export class PlaceAlarms {
  /** Undefined: not loaded yet. */
  value = $state.raw<Alarms>();
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    const { runners, accessTokens, remoteMirrors, webhooks } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [runners, accessTokens, remoteMirrors, webhooks].map((section) => section.changed(touch)),
    );
  }

  async #load(): Promise<void> {
    try {
      this.value = await this.#session.client.overview.alarms({ scope: this.#scope });
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}
