import type { Detail } from '#shared/contract/kit.ts';
import type { User } from '#shared/contract/users.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { Session } from '../link/session.svelte.ts';

/** How long a person stays on a row before the platform is asked for its details. */
const dwellMs = 300;
const freshMs = minutes(5);

/** One user as a side panel shows it: at once from the cache, and read again from the platform once one stays on it. */
export class UserDetail {
  #detail = $state.raw<Detail<User>>();
  #id = $state<number>();
  isRefreshing = $state(false);
  /** Why the cache did not answer. */
  failure = $state.raw<Failure | null>(null);
  /** Why the platform did not. */
  refreshFailure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  #refreshing: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Undefined: on its way. Null: neither list nor details of it are cached. */
  get detail(): Detail<User> | undefined {
    return this.#detail;
  }
  get id(): number | undefined {
    return this.#id;
  }

  /** Show this user until the end is called. `isOffline` leaves it at what is cached. */
  follow(id: number, isOffline: boolean): () => void {
    if (id !== this.#id) {
      this.#id = id;
      this.refreshFailure = null;
    }
    const end = this.#session.client.users.changed(({ ids }) => {
      if (ids === undefined || ids.includes(id)) void this.#load(id);
    });
    void this.#load(id);
    const dwell = isOffline ? undefined : setTimeout(() => void this.refresh(freshMs), dwellMs);
    return () => {
      end();
      clearTimeout(dwell);
      this.#refreshing?.abort();
    };
  }

  /** Read it from the platform, unless its details are younger than this. */
  async refresh(maxAgeMs = 0): Promise<void> {
    const id = this.#id;
    if (id === undefined) return;
    this.#refreshing?.abort();
    const refreshing = new AbortController();
    this.#refreshing = refreshing;
    this.isRefreshing = true;
    try {
      await this.#session.client.users.refresh({ id, maxAgeMs }, refreshing.signal);
      if (this.#refreshing === refreshing) this.refreshFailure = null;
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (this.#refreshing === refreshing && failure.code !== 'aborted') this.refreshFailure = failure;
    } finally {
      if (this.#refreshing === refreshing) this.isRefreshing = false;
    }
    if (id === this.#id) await this.#load(id);
  }

  async #load(id: number): Promise<void> {
    try {
      const detail = await this.#session.client.users.get({ id });
      if (id !== this.#id) return;
      this.#detail = detail;
      this.failure = null;
    } catch (thrown) {
      if (id === this.#id) this.failure = Failure.from(thrown);
    }
  }
}
