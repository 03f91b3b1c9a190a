import type { Connection } from '#shared/contract/host.ts';
import type { Session } from '../../link/session.svelte.ts';

/** How the open profile's platform answers, its rate budget, and why it cannot be asked where it cannot. */
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
      // The session shows that the core is gone; a connection that nobody could tell is unknown.
      this.current = null;
    }
  }
}
