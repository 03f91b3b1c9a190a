import type { Key, ScopedDetail } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { minutes } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import {
  collectionClient,
  type CollectionClient,
  type ListRow,
  type ScopedListName,
  type RowOf,
} from './collection-client.ts';

/** How long a row must stay open before its details are requested from the instance. */
const dwellMs = 300;
const freshMs = minutes(5);

/** Reference to a row: its scope and its ID. `key`: its key in events, if known. */
export interface RowRef {
  scope: Scope;
  id: Key;
  key: number | null;
}

/** A row in the side panel: shown from the cache at once, refreshed from the instance after a short delay. */
export class CollectionDetail<Row extends ListRow> {
  readonly #loaded = new NewestCall<{ detail: ScopedDetail<Row>; shown: RowRef }>();
  /** Undefined: not loaded yet. Null: neither the row nor its details are cached. */
  detail = $derived(this.#loaded.value?.detail);
  /** The row of `detail`: the previous one until the next one is loaded. */
  shown = $derived(this.#loaded.value?.shown);
  #ref = $state.raw<RowRef>();
  /** Why the cache could not be read. */
  failure = $derived(this.#loaded.failure);
  readonly #refreshed = new NewestCall<unknown>();
  isRefreshing = $derived(this.#refreshed.isLoading);
  /** Why the refresh failed. */
  refreshFailure = $derived(this.#refreshed.failure);
  /** Whether the refresh started automatically, not by a person. */
  #isAutomatic = false;
  readonly #session: Session;
  readonly #verbs: CollectionClient<Row>;
  /** The row between `follow` and its end. */
  #followed: RowRef | undefined;

  constructor(session: Session, collection: string) {
    this.#session = session;
    this.#verbs = collectionClient<Row>(session, collection);
  }

  /** The row to show. */
  get ref(): RowRef | undefined {
    return this.#ref;
  }

  /**
   * Show a row until the returned function is called. `isRefreshed: false` shows only cached data. A refresh that a
   * person started continues if the same row is shown again at once, for example because its key has become known.
   */
  follow(ref: RowRef, isRefreshed: boolean): () => void {
    this.#followed = ref;
    if (!isSame(ref, this.#ref)) {
      this.#ref = ref;
      this.#refreshed.failure = null;
    }
    const end = this.#verbs.changed(({ ids }) => {
      if (ids === undefined || ref.key === null || ids.includes(ref.key)) void this.#load(ref);
    });
    void this.#load(ref);
    // It must not replace a refresh that a person has started meanwhile, which also reads fresh details again
    const refresh = (): void => {
      if (this.isRefreshing) return;
      void this.refresh(freshMs);
      this.#isAutomatic = true;
    };
    const isPast = typeof this.#session.asOf === 'number';
    const dwell = isRefreshed && !isPast ? setTimeout(refresh, dwellMs) : undefined;
    return () => {
      end();
      clearTimeout(dwell);
      if (this.#isAutomatic) this.#refreshed.abort();
      this.#followed = undefined;
      queueMicrotask(() => {
        if (!isSame(ref, this.#followed)) this.#refreshed.abort();
      });
    };
  }

  /** Refresh the row, unless its details are younger than this. */
  async refresh(maxAgeMs = 0): Promise<void> {
    const ref = this.#ref;
    if (ref === undefined) return;
    const { scope, id } = ref;
    this.#isAutomatic = false;
    await this.#refreshed.send((signal) => this.#verbs.refresh({ scope, id, maxAgeMs }, signal));
    if (isSame(ref, this.#ref)) await this.#load(ref);
  }

  async #load(ref: RowRef): Promise<void> {
    await this.#loaded.send(async () => {
      const detail = await this.#verbs.get({ scope: ref.scope, id: ref.id });
      return { detail, shown: { ...ref, key: detail?.key ?? ref.key } };
    });
  }
}

/** A row with its details, refreshed unless they are younger than `maxAgeMs`; null: not cached. */
export async function freshRow<S extends ScopedListName>(
  session: Session,
  collection: S,
  { scope, id, maxAgeMs }: { scope: Scope; id: number; maxAgeMs: number },
): Promise<RowOf<S> | null> {
  const verbs = collectionClient<RowOf<S>>(session, collection);
  await verbs.refresh({ scope, id, maxAgeMs });
  return (await verbs.get({ scope, id }))?.row ?? null;
}

function isSame(one: RowRef, other: RowRef | undefined): boolean {
  return one.scope === other?.scope && one.id === other.id;
}

/** A row that is not cut as in a list; null: it is not stored. Fails: as `get`. */
export async function wholeRow(
  session: Session,
  collection: string,
  { scope, id }: Pick<RowRef, 'scope' | 'id'>,
): Promise<ListRow | null> {
  return (await collectionClient<ListRow>(session, collection).get({ scope, id }))?.row ?? null;
}
