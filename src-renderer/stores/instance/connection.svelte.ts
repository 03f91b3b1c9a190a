import type { Connection } from '#shared/contract/host.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The connection to the open instance: its state, its rate limit, and why requests fail. */
export class PlatformConnection {
  current = $state.raw<Connection | null>(null);
  isOffline = $derived(this.current?.state === 'offline');
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.#load()),
      this.#session.client.host.connectionChanged((connection) => (this.current = connection)),
      this.#session.client.profiles.changed(() => void this.#load()),
    ];
    return () => ends.forEach((end) => end());
  }

  async #load(): Promise<void> {
    try {
      this.current = await this.#session.client.host.connection();
    } catch {
      // The session shows that the connection to the core is lost; the state of the instance is then unknown.
      this.current = null;
    }
  }
}
