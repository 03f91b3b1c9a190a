import type { Overview } from '#shared/contract/overview.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../last-reply.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';
import { onScopeChange, placeOf, type ChosenScope } from './overview-counts.svelte.ts';

/** All numbers of the overview page, counted again when the cache, the journal or plans change. */
export class OverviewStore extends LastReply<Overview> {
  readonly #session: Session;
  readonly #scope: ChosenScope;

  constructor(session: Session, scope: ChosenScope) {
    super(() => session.client.overview.get(placeOf(scope)));
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
}
