import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { syncToEnd } from '../../lists/sync-to-end.ts';
import { allBranches, type Branch } from './chosen-branches.ts';
import { isDeletable, mergedReport, type MergedReport } from './merged-report.ts';

/** The merged branches of a project, synced before and after their deletion: the platform doesn't return them. */
export class MergedBranches {
  /** Null: not synced yet. */
  merged = $state.raw<readonly Branch[] | null>(null);
  report = $state.raw<MergedReport | null>(null);
  isSyncing = $state(false);
  failure = $state.raw<Failure | null>(null);
  #before: readonly Branch[] = [];
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  /** Sync the branches and list those that would be deleted. Never rejects. */
  list(signal: AbortSignal): Promise<void> {
    return this.#sync({ signal }, (branches) => {
      this.#before = branches;
      this.merged = branches.filter(isDeletable);
    });
  }

  /** Sync the branches after the deletion, and compare them with those before. Never rejects. */
  compare(signal: AbortSignal): Promise<void> {
    return this.#sync({ signal, mayDelete: true }, (branches) => {
      this.report = mergedReport(this.#before, branches);
    });
  }

  async #sync(
    options: { signal: AbortSignal; mayDelete?: boolean },
    take: (branches: readonly Branch[]) => void,
  ): Promise<void> {
    this.isSyncing = true;
    this.failure = null;
    try {
      await syncToEnd(this.#session, 'branches', this.#scope, options);
      take(await allBranches(this.#session, this.#scope));
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (!options.signal.aborted) this.failure = failure;
    } finally {
      this.isSyncing = false;
    }
  }
}
