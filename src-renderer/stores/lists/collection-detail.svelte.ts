import type { Key, ScopedDetail } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import {
  collectionClient,
  type CollectionClient,
  type ListRow,
  type ListStem,
  type RowOf,
} from './collection-client.ts';

/** How long a person stays on a row before the platform is asked for its details. */
const dwellMs = 300;
const freshMs = minutes(5);

/** One row of a list by its scope and its key on the platform. `key`: as events name it, where that is known. */
export interface RowRef {
  scope: Scope;
  id: Key;
  key: number | null;
}

/** One row as a side panel shows it: at once from the cache, and read again from the platform once one stays on it. */
export class CollectionDetail<Row extends ListRow> {
  #detail = $state.raw<ScopedDetail<Row>>();
  #ref = $state.raw<RowRef>();
  #shown = $state.raw<RowRef>();
  isRefreshing = $state(false);
  /** Why the cache did not answer. */
  failure = $state.raw<Failure | null>(null);
  /** Why the platform did not. */
  refreshFailure = $state.raw<Failure | null>(null);
  readonly #verbs: CollectionClient<Row, object>;
  #refreshing: AbortController | undefined;

  constructor(session: Session, stem: string) {
    this.#verbs = collectionClient<Row, object>(session, stem);
  }

  /** Undefined: on its way. Null: neither list nor details of it are cached. */
  get detail(): ScopedDetail<Row> | undefined {
    return this.#detail;
  }
  /** The row that is followed. */
  get ref(): RowRef | undefined {
    return this.#ref;
  }
  /** The row that `detail` is of: the one before, until the next one is there. */
  get shown(): RowRef | undefined {
    return this.#shown;
  }

  /** Show this row until the end is called. `isRefreshed: false` leaves it at what is cached. */
  follow(ref: RowRef, isRefreshed: boolean): () => void {
    if (!isSame(ref, this.#ref)) {
      this.#ref = ref;
      this.refreshFailure = null;
    }
    const end = this.#verbs.changed(({ ids }) => {
      if (ids === undefined || ref.key === null || ids.includes(ref.key)) void this.#load(ref);
    });
    void this.#load(ref);
    const dwell = isRefreshed ? setTimeout(() => void this.refresh(freshMs), dwellMs) : undefined;
    return () => {
      end();
      clearTimeout(dwell);
      this.#refreshing?.abort();
    };
  }

  /** Read it from the platform, unless its details are younger than this. */
  async refresh(maxAgeMs = 0): Promise<void> {
    const ref = this.#ref;
    if (ref === undefined) return;
    this.#refreshing?.abort();
    const refreshing = new AbortController();
    this.#refreshing = refreshing;
    this.isRefreshing = true;
    try {
      await this.#verbs.refresh({ scope: ref.scope, id: ref.id, maxAgeMs }, refreshing.signal);
      if (this.#refreshing === refreshing) this.refreshFailure = null;
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (this.#refreshing === refreshing && failure.code !== 'aborted') this.refreshFailure = failure;
    } finally {
      if (this.#refreshing === refreshing) this.isRefreshing = false;
    }
    if (isSame(ref, this.#ref)) await this.#load(ref);
  }

  async #load(ref: RowRef): Promise<void> {
    try {
      const detail = await this.#verbs.get({ scope: ref.scope, id: ref.id });
      if (!isSame(ref, this.#ref)) return;
      this.#detail = detail;
      this.#shown = { ...ref, key: detail?.key ?? ref.key };
      this.failure = null;
    } catch (thrown) {
      if (isSame(ref, this.#ref)) this.failure = Failure.from(thrown);
    }
  }
}

/** One row with its details, read from the platform unless they are younger than this; null: it is not cached. */
export async function freshRow<S extends ListStem>(
  session: Session,
  stem: S,
  { scope, id, maxAgeMs }: { scope: Scope; id: number; maxAgeMs: number },
): Promise<RowOf<S> | null> {
  const verbs = collectionClient<RowOf<S>, object>(session, stem);
  await verbs.refresh({ scope, id, maxAgeMs });
  return (await verbs.get({ scope, id }))?.row ?? null;
}

function isSame(one: RowRef, other: RowRef | undefined): boolean {
  return one.scope === other?.scope && one.id === other.id;
}
