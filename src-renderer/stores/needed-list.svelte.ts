import type { ListSummary } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { syncReason } from './availability.ts';
import { collectionClient, type CollectionClient, type ScopedListName, type RowOf } from './lists/collection-client.ts';
import { isSyncing, lastSyncJob, syncList } from './lists/sync-jobs.ts';
import { syncOpened } from './sync-opened.svelte.ts';
import type { Stores } from './context.ts';

/** Maximum rows that a form offers. */
const mostRows = 200;

/**
 * The cached rows that a form offers to choose from. `follow` syncs a list that was never synced, so that the user does
 * not have to leave the form.
 */
export class NeededList<S extends ScopedListName> {
  rows = $state.raw<readonly RowOf<S>[]>([]);
  readonly collection: S;
  readonly scope: Scope;
  readonly #stores: Stores;
  readonly #verbs: CollectionClient<RowOf<S>>;
  readonly #sortBy: string;
  #summary = $state.raw<ListSummary | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #newestLoad = 0;
  readonly #job = $derived.by(() => lastSyncJob(this.#stores.jobs.list, this.#stores.profiles.openId, this));

  constructor(stores: Stores, collection: S, scope: Scope, sortBy: string) {
    this.#stores = stores;
    this.#verbs = collectionClient(stores.session, collection);
    this.collection = collection;
    this.scope = scope;
    this.#sortBy = sortBy;
  }

  /** Its rows are being loaded or synced. */
  get isLoading(): boolean {
    return isSyncing(this.#job) || (this.#summary === null && this.#failure === null);
  }

  /** Why there are no rows; null while they are loading, or if the list is known to be empty. */
  get failure(): Failure | null {
    if (this.rows.length > 0 || this.isLoading) return null;
    const last = this.#job?.state === 'failed' ? this.#job.failure : null;
    return this.#failure ?? (last === null ? null : Failure.fromData(last as FailureData));
  }

  /** Why it cannot be synced now; null when it can. */
  get reason(): string | null {
    return syncReason(this.#stores);
  }

  /** It was synced and has no rows. */
  get isKnownEmpty(): boolean {
    return this.rows.length === 0 && !this.isLoading && (this.#summary?.completedAt ?? null) !== null;
  }

  follow(): () => void {
    void this.#load();
    void syncOpened(this.#stores.session, { collection: this.collection, scope: this.scope, since: null });
    return this.#verbs.changed(() => void this.#load());
  }

  /** Sync the list now. */
  async sync(): Promise<void> {
    try {
      await syncList(this.#stores.session, this.collection, this.scope);
      this.#failure = null;
    } catch (thrown) {
      this.#failure = Failure.from(thrown);
    }
  }

  async #load(): Promise<void> {
    const { scope } = this;
    const query = { scope, sort: { by: this.#sortBy, direction: 'asc' as const } };
    const mine = (this.#newestLoad += 1);
    try {
      const { rows } = await this.#verbs.list({ query, slice: { from: 0, count: mostRows } });
      const summary = await this.#verbs.summary({ scope });
      if (mine !== this.#newestLoad) return;
      this.rows = rows.map(({ row }) => row);
      this.#summary = summary;
      this.#failure = null;
    } catch (thrown) {
      if (mine === this.#newestLoad) this.#failure = Failure.from(thrown);
    }
  }
}
