import type { ListSummary } from '#shared/contract/collection.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The number of cached users of the open instance, and when they were synced. Shown on every page. */
export class CachedUsers {
  /** Null until the first reply of the core, and while no instance is open. */
  summary = $state.raw<ListSummary | null>(null);
  /** End of the last full sync in epoch ms; null: never. */
  completedAt = $derived(this.summary?.completedAt ?? null);
  readonly #session: Session;
  #isLoading = false;
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

  /** Calls while it loads cause one more load. */
  async #read(): Promise<void> {
    this.#isDue = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (this.#isDue) {
        this.#isDue = false;
        this.summary = await this.#session.client.users.summary({ scope: '' });
      }
    } catch {
      // No instance is open or its cache is closed; the page shows which.
      this.summary = null;
      this.#isDue = false;
    } finally {
      this.#isLoading = false;
    }
  }
}
