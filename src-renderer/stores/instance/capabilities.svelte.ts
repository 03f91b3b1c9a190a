import type { Capability } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** What the open profile's token may do, as harmless requests found out. Nothing is hidden by it, only explained. */
export class Capabilities {
  list = $state.raw<Capability[]>([]);
  /** The core has answered for the open instance. */
  isLoaded = $state(false);
  isProbing = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** The oldest of the probes; null when nothing was asked yet. */
  checkedAt = $derived(this.list.length === 0 ? null : Math.min(...this.list.map(({ checkedAt }) => checkedAt)));
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.load()),
      this.#session.client.profiles.changed(() => {
        this.isLoaded = false;
        void this.load();
      }),
    ];
    return () => ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    try {
      this.list = (await this.#session.client.profiles.capabilities()).capabilities;
      this.isLoaded = true;
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }

  /** Ask the platform again. */
  async probe(): Promise<void> {
    this.isProbing = true;
    try {
      this.list = (await this.#session.client.profiles.probe()).capabilities;
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    } finally {
      this.isProbing = false;
    }
  }
}
