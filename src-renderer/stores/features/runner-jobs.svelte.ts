import type { ShownJob } from '#shared/contract/runners.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The jobs of one runner, asked of the platform page by page because they are not cached. */
export class RunnerJobs {
  /** Null: not read yet. */
  rows = $state.raw<readonly ShownJob[] | null>(null);
  /** When the first page was read. */
  readAt = $state.raw<number | null>(null);
  /** Null: the platform told no total. */
  total = $state.raw<number | null>(null);
  hasMore = $state(false);
  isReading = $state(false);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #id: number;
  #page = 0;
  #reading: AbortController | undefined;

  constructor(session: Session, id: number) {
    this.#session = session;
    this.#id = id;
  }

  /** Read the first page, in place of all that was read. */
  read(): Promise<void> {
    return this.#load(1);
  }

  /** Read the page after the last one. */
  readMore(): Promise<void> {
    return this.#load(this.#page + 1);
  }

  /** Nobody looks any more. */
  end(): void {
    this.#reading?.abort();
  }

  async #load(page: number): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.isReading = true;
    try {
      const reply = await this.#session.client.runners.jobs({ id: this.#id, page }, reading.signal);
      if (this.#reading !== reading) return;
      const before = page === 1 ? [] : (this.rows ?? []);
      // A job that came in meanwhile moves the last one of a page to the top of the next.
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- local to this function
      const known = new Set(before.map(({ raw }) => raw));
      this.rows = [...before, ...reply.rows.filter(({ raw }) => !known.has(raw))];
      if (page === 1) this.readAt = reply.at;
      this.total = reply.total;
      this.hasMore = reply.hasMore;
      this.#page = page;
      this.failure = null;
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (this.#reading === reading && failure.code !== 'aborted') this.failure = failure;
    } finally {
      if (this.#reading === reading) this.isReading = false;
    }
  }
}
