import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { NewestCall } from '../../loading/newest-call.svelte.ts';
import { syncToEnd } from '../../lists/sync-to-end.ts';
import { allBranches, type Branch } from './chosen-branches.ts';
import { isDeletable, mergedReport, type MergedReport } from './merged-report.ts';

/** The merged branches of a project, synced before and after their deletion: the platform doesn't return them. */
export class MergedBranches {
  /** Null: not synced yet. */
  merged = $state.raw<readonly Branch[] | null>(null);
  report = $state.raw<MergedReport | null>(null);
  readonly #sync = new NewestCall<readonly Branch[]>();
  isSyncing = $derived(this.#sync.isLoading);
  failure = $derived(this.#sync.failure);
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  /** Sync the branches and list those that would be deleted. Never rejects. */
  async list(signal: AbortSignal): Promise<void> {
    const branches = await this.#synced({ signal });
    if (branches !== undefined) this.merged = branches.filter(isDeletable);
  }

  /** Sync the branches after the deletion, and compare them with those before. Never rejects. */
  async compare(signal: AbortSignal): Promise<void> {
    const before = this.#sync.value ?? [];
    const branches = await this.#synced({ signal, mayDelete: true });
    if (branches !== undefined) this.report = mergedReport(before, branches);
  }

  /** All branches; undefined: the sync failed. */
  async #synced(options: { signal: AbortSignal; mayDelete?: boolean }): Promise<readonly Branch[] | undefined> {
    this.#sync.failure = null;
    const isSynced = await this.#sync.send(async () => {
      await syncToEnd(this.#session, 'branches', this.#scope, options);
      return allBranches(this.#session, this.#scope);
    });
    return isSynced ? this.#sync.value : undefined;
  }
}
