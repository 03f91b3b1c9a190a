import type { ShownJob } from '#shared/contract/runners.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The jobs of one runner. They are not cached, so each page is requested from the instance. */
export class RunnerJobs {
  /** Null: not loaded yet. */
  rows = $state.raw<readonly ShownJob[] | null>(null);
  /** When the first page was loaded. */
  readAt = $state.raw<number | null>(null);
  /** Null: the instance returned no total. */
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

  /** Load the first page and drop the others. */
  read(): Promise<void> {
    return this.#load(1);
  }

  /** Load the next page. */
  readMore(): Promise<void> {
    return this.#load(this.#page + 1);
  }

  /** Abort requests. */
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
      // A new job moves the last job of a page to the start of the next page, which would show it twice.
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
