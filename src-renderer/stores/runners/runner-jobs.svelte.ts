import type { ShownJob } from '#shared/contract/runners.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';

interface Shown {
  rows: readonly ShownJob[];
  /** When the first page was loaded. */
  readAt: number;
  /** Null: the instance returned no total. */
  total: number | null;
  hasMore: boolean;
  page: number;
}

/** The jobs of one runner. They are not cached, so each page is requested from the instance. */
export class RunnerJobs extends NewestCall<Shown> {
  /** Null: not loaded yet. */
  rows = $derived(this.value?.rows ?? null);
  readAt = $derived(this.value?.readAt ?? null);
  total = $derived(this.value?.total ?? null);
  hasMore = $derived(this.value?.hasMore ?? false);
  readonly #session: Session;
  readonly #id: number;

  constructor(session: Session, id: number) {
    super();
    this.#session = session;
    this.#id = id;
  }

  /** Load the first page and drop the others. */
  read(): Promise<void> {
    return this.#load(1);
  }

  /** Load the next page. */
  readMore(): Promise<void> {
    return this.#load((this.value?.page ?? 0) + 1);
  }

  async #load(page: number): Promise<void> {
    await this.send(async (signal) => {
      const { at, rows, total, hasMore } = await this.#session.client.runners.jobs({ id: this.#id, page }, signal);
      const before = page === 1 ? [] : (this.rows ?? []);
      // A new job moves the last job of a page to the start of the next page, which would show it twice.
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- local to this function
      const known = new Set(before.map(({ raw }) => raw));
      const all = [...before, ...rows.filter(({ raw }) => !known.has(raw))];
      return { rows: all, readAt: page === 1 ? at : (this.readAt ?? at), total, hasMore, page };
    });
  }
}
