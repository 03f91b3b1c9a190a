import type { ListSummary } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { syncReason } from './availability.ts';
import { collectionClient, type ScopedListName, type RowOf } from './lists/collection-client.ts';
import { isSyncing, lastSyncJob, syncList } from './lists/sync-jobs.ts';
import { LastReply } from './loading/last-reply.svelte.ts';
import { NewestCall } from './loading/newest-call.svelte.ts';
import { syncOpened } from './sync-opened.svelte.ts';
import type { Stores } from './context.ts';

/** Maximum rows that a form offers. */
const mostRows = 200;

/**
 * The cached rows that a form offers to choose from. `follow` syncs a list that was never synced, so that the user does
 * not have to leave the form.
 */
export class NeededList<S extends ScopedListName> {
  readonly collection: S;
  readonly scope: Scope;
  readonly #stores: Stores;
  readonly #reply: LastReply<{ rows: RowOf<S>[]; summary: ListSummary }>;
  readonly #start = new NewestCall<unknown>();
  readonly #job = $derived.by(() => lastSyncJob(this.#stores.jobs.list, this.#stores.profiles.openId, this));
  readonly #failed = $derived.by(() => this.#start.failure ?? this.#reply.failure);
  readonly #isSynced = $derived.by(() => (this.#reply.value?.summary.completedAt ?? null) !== null);
  rows: readonly RowOf<S>[] = $derived.by(() => this.#reply.value?.rows ?? []);
  /** Its rows are being loaded or synced. */
  isLoading = $derived.by(() => isSyncing(this.#job) || (this.#reply.value === undefined && this.#failed === null));
  /** Why there are no rows; null while they are loading, or if the list is known to be empty. */
  failure = $derived.by(() => {
    if (this.rows.length > 0 || this.isLoading) return null;
    const last = this.#job?.state === 'failed' ? this.#job.failure : null;
    return this.#failed ?? (last === null ? null : Failure.fromData(last as FailureData));
  });
  /** Why it cannot be synced now; null when it can. */
  reason = $derived.by(() => syncReason(this.#stores));
  /** It was synced and has no rows. */
  isKnownEmpty = $derived(this.rows.length === 0 && !this.isLoading && this.#isSynced);

  constructor(stores: Stores, collection: S, scope: Scope, by: string) {
    const verbs = collectionClient<RowOf<S>>(stores.session, collection);
    const sort = { by, direction: 'asc' } as const;
    const query = { scope, sort };
    const load = async () => {
      const { rows } = await verbs.list({ query, slice: { from: 0, count: mostRows } });
      return { rows: rows.map(({ row }) => row), summary: await verbs.summary({ scope }) };
    };
    this.#stores = stores;
    this.#reply = new LastReply(stores.session, load, [verbs], { everyMs: 0 });
    this.collection = collection;
    this.scope = scope;
  }

  follow(): () => void {
    void syncOpened(this.#stores.session, { collection: this.collection, scope: this.scope, since: null });
    return this.#reply.follow();
  }

  /** Sync the list now. */
  async sync(): Promise<void> {
    await this.#start.send(() => syncList(this.#stores.session, this.collection, this.scope));
  }
}
