import type { PlaceAlarms as Alarms } from '#shared/contract/overview.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../last-reply.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** What needs attention in one group or project. */
export class PlaceAlarms extends LastReply<Alarms> {
  readonly #session: Session;

  constructor(session: Session, scope: Scope) {
    super(() => session.client.overview.alarms({ scope }));
    this.#session = session;
  }

  follow(): () => void {
    const { runners, accessTokens, remoteMirrors, webhooks } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => [runners, accessTokens, remoteMirrors, webhooks].map((section) => section.changed(touch)),
    );
  }
}
