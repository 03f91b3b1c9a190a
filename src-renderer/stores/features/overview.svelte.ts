import type { Overview } from '#shared/contract/overview.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';
import { onScopeChange, placeOf, type ChosenScope } from './overview-counts.svelte.ts';

/** All numbers of the overview page, counted again when the cache, the journal or plans change. */
export class OverviewStore {
  /** Undefined: not loaded yet. */
  value = $state.raw<Overview>();
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #scope: ChosenScope;

  constructor(session: Session, scope: ChosenScope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    const { users, runners, accessTokens, remoteMirrors, webhooks, catalogue, journal, changes } = this.#session.client;
    const sections = [users, runners, accessTokens, remoteMirrors, webhooks, catalogue, journal, changes];
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => [...sections.map((section) => section.changed(touch)), onScopeChange(this.#scope, touch)],
    );
  }

  async load(): Promise<void> {
    try {
      this.value = await this.#session.client.overview.get(placeOf(this.#scope));
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}
