import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { placeOf, scopeChanges, type ChosenScope } from './overview-counts.svelte.ts';

/** All numbers of the overview page, counted again when the scope, the cache, the journal or plans change. */
export function overviewOf(session: Session, scope: ChosenScope) {
  const { users, runners, accessTokens, remoteMirrors, webhooks, catalogue, journal, changes } = session.client;
  return new LastReply(session, () => session.client.overview.get(placeOf(scope)), [
    ...[users, runners, accessTokens, remoteMirrors, webhooks, catalogue, journal, changes, scopeChanges(scope)],
  ]);
}
