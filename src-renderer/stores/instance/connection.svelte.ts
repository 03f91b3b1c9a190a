import type { Connection } from '#shared/contract/host.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** The connection to the open instance: its state, its rate limit, and why requests fail. */
export class PlatformConnection extends LastReply<Connection | null> {
  current = $derived(this.value ?? null);
  isOffline = $derived(this.current?.state === 'offline');

  constructor(session: Session) {
    const { host } = session.client;
    const events = { changed: () => host.connectionChanged((connection) => (this.value = connection)) };
    // Without a core, the state is unknown; the session shows that its connection is lost
    super(session, () => host.connection().catch(() => null), [events], { onProfileChange: 'reload' });
  }
}
