import type { RequestEntry } from '#shared/contract/host.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { every } from '../loading/every.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/**
 * The last requests of this machine to the instance, newest first. There is no event for them, so they are polled while
 * shown.
 */
export class RequestLog extends LastReply<RequestEntry[]> {
  entries = $derived(this.value ?? null);

  constructor(session: Session) {
    const load = async () =>
      (await session.client.host.requests({ limit: 200 })).entries.toSorted((a, b) => b.at - a.at);
    super(session, load, [every(seconds(2))]);
  }
}
