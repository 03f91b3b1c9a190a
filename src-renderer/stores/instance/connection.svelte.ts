import type { Connection } from '#shared/contract/host.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply, type ChangeSource } from '../loading/last-reply.svelte.ts';

/** The connection to the open instance: its state, its rate limit, and why requests fail. */
export class PlatformConnection extends LastReply<Connection> {
  /** Null: unknown. If the core does not reply, the window shows that the connection to it is lost. */
  current = $derived(this.failure === null ? (this.value ?? null) : null);
  isOffline = $derived(this.current?.state === 'offline');

  constructor(session: Session) {
    const { host } = session.client;
    const events: ChangeSource = {
      changed: () => host.connectionChanged((value) => Object.assign(this, { value, failure: null })),
    };
    super(session, () => host.connection(), [events], { onProfileChange: 'reload', everyMs: 0 });
  }
}
