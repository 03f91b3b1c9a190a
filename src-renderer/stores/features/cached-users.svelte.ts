import type { ListSummary } from '#shared/contract/collection.ts';
import type { Session } from '../../link/session.svelte.ts';

/** What the frame tells of the open instance's users on every page: how many are cached, and from which pass. */
export class CachedUsers {
  /** Null until the core answered, and while no instance is open. */
  summary = $state.raw<ListSummary | null>(null);
  /** Epoch ms of the end of the last pass that covered everybody; null: there was none. */
  completedAt = $derived(this.summary?.completedAt ?? null);
  readonly #session: Session;
  #isReading = false;
  #isDue = false;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const { users, profiles } = this.#session.client;
    const ends = [
      this.#session.onConnected(() => void this.#read()),
      users.changed(() => void this.#read()),
      profiles.changed(() => {
        this.summary = null;
        void this.#read();
      }),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Calls that come while it reads are answered by one more reading. */
  async #read(): Promise<void> {
    this.#isDue = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isDue) {
        this.#isDue = false;
        this.summary = await this.#session.client.users.summary({ scope: '' });
      }
    } catch {
      // No instance is open or its cache is closed; the page on show says which.
      this.summary = null;
      this.#isDue = false;
    } finally {
      this.#isReading = false;
    }
  }
}
