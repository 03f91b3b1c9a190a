import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { every } from '../loading/every.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/**
 * The last requests of this machine to the instance, newest first. There is no event for them, so they are polled while
 * shown.
 */
export function requestLog(session: Session) {
  const { host } = session.client;
  const load = async () => (await host.requests({ limit: 200 })).entries.toSorted((a, b) => b.at - a.at);
  return new LastReply(session, load, [every(seconds(2))]);
}
