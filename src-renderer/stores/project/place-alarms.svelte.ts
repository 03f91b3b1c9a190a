import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** What needs attention in a project. */
export function placeAlarms(session: Session, scope: Scope) {
  const { overview, runners, remoteMirrors, webhooks } = session.client;
  return new LastReply(session, () => overview.alarms({ scope }), [runners, remoteMirrors, webhooks]);
}
