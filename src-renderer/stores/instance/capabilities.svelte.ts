import type { Capability } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The permissions of the token, found with harmless requests. They explain failures; no page is hidden because of them. */
export class Capabilities {
  list = $state.raw<Capability[]>([]);
  /** The first reply for the open instance has arrived. */
  isLoaded = $state(false);
  isProbing = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** When the oldest check was made; null: never. */
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

  /** Check the permissions again. */
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
