import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** Expiry dates of the tokens of a group (scope null: of all cached groups). */
export function tokenHorizon(session: Session, scope: Scope | null) {
  const { accessTokens } = session.client;
  return new LastReply(session, () => accessTokens.horizon({ scope }), [accessTokens]);
}
