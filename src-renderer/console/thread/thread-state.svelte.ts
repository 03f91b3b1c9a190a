import type { ListQuery, Scoped } from '#shared/contract/collection.ts';
import type { Note } from '#shared/contract/notes.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { FailureData, Reason } from '#shared/errors.ts';
import type { thread as words } from '#shared/text/en/thread.ts';
import type { Stores } from '../../stores/context.ts';
import { NewestCall } from '../../stores/loading/newest-call.svelte.ts';
import { Collection } from '../../stores/lists/collection.svelte.ts';
import { isSyncing, lastSyncJob } from '../../stores/lists/sync-jobs.ts';
import { listSyncReason, startListSync } from '../../stores/sync-lists.ts';
import { syncWhileShown } from '../../stores/sync-opened.svelte.ts';

/** Which notes are shown (`activity_filter`, document 2:46). */
export type ThreadSegment = keyof typeof words.segments;
/** A note with an index signature, as all rows of lists. */
export type NoteRow = Note & Record<string, unknown>;

const filters: Record<ThreadSegment, { system?: boolean }> = {
  all: {},
  comments: { system: false },
  activity: { system: true },
};

/** The notes of an issue, a merge request or a snippet of a project, in the shown order. */
export class ThreadState {
  /** `project:7/issue:12`, `project:7/mr:3` or `project:7/snippet:5`. */
  readonly scope: Scope;
  readonly list: Collection<NoteRow, { system?: boolean }>;
  segment = $state<ThreadSegment>('all');
  isNewestFirst = $state(false);
  /** The text that the shown notes contain. */
  search = $state('');
  /** The note that was clicked or focused last, for commands on it. */
  chosen = $state.raw<Scoped<NoteRow> | null>(null);
  /** The number of shown notes before the person added one, which is scrolled into view. Null: none was added. */
  countBeforeAdded = $state<number | null>(null);
  readonly #start = new NewestCall<unknown>();
  readonly #stores: Stores;

  constructor(stores: Stores, scope: Scope) {
    this.#stores = stores;
    this.scope = scope;
    this.list = new Collection(stores.session, 'notes', this.#query(), () => isSyncing(this.job));
    void this.list.show(this.#query());
  }

  get source() {
    return this.list.source;
  }
  /** The newest sync job of these notes, running or ended. */
  get job() {
    return lastSyncJob(this.#stores.jobs.list, this.#stores.profiles.openId, this.#place);
  }
  /** Why the notes cannot be synced now; null if they can. Read it reactively. */
  get syncReason(): string | null {
    return listSyncReason(this.#stores, this.#place);
  }

  /** Why the last sync failed, or waits; null if no sync failed since the notes were synced. Read it reactively. */
  get failure(): FailureData | null {
    if (this.#start.failure !== null) return this.#start.failure;
    const { job } = this;
    if (job === undefined || job.failure === null || !['failed', 'waiting'].includes(job.state)) return null;
    if ((this.list.summary?.completedAt ?? 0) > (job.finishedAt ?? Number.POSITIVE_INFINITY)) return null;
    return { ...job.failure, code: job.failure.code as never, reason: job.failure['reason'] as Reason };
  }
  /** The sync waits for a decision of a person. Read it reactively. */
  get needsPerson(): boolean {
    return this.job?.state === 'needs-person';
  }

  /** The number of notes by segment; undefined before the first reply, and if they were never synced. */
  countOf(segment: ThreadSegment): number | undefined {
    const { summary } = this.list;
    if (summary === null || (summary.completedAt === null && summary.live === 0)) return undefined;
    const system = summary.counts['system']?.['1'] ?? 0;
    return { all: summary.live, comments: summary.live - system, activity: system }[segment];
  }

  show(segment: ThreadSegment, isNewestFirst: boolean): void {
    this.segment = segment;
    this.isNewestFirst = isNewestFirst;
    void this.list.show(this.#query());
  }

  /** Scroll to a note that was just added. `before`: the number of notes that were shown before. */
  showNewest(before: number): void {
    this.countBeforeAdded = before;
    if (this.segment === 'activity') this.show('all', this.isNewestFirst);
    if (this.search !== '') this.find('');
  }

  /** Show the notes that contain a text; '' for all. */
  find(search: string): void {
    this.search = search;
    void this.list.show(this.#query());
  }

  async sync(): Promise<void> {
    this.#start.failure = null;
    await this.#start.send(() => startListSync(this.#stores, this.#place));
  }

  /**
   * Sync the notes while they are shown if they were never synced, or before the row was changed. Call it while the
   * component is created. `changedAt`: epoch milliseconds; null: not known; undefined: the row is not loaded yet.
   */
  syncWhileShown(changedAt: () => number | null | undefined): void {
    syncWhileShown(this.#stores, () => {
      const since = changedAt();
      return since === undefined ? [] : [{ ...this.#place, since }];
    });
  }

  follow(): () => void {
    return this.list.follow();
  }

  get #place() {
    return { collection: 'notes', scope: this.scope };
  }

  #query(): ListQuery<{ system?: boolean }> {
    const direction = this.isNewestFirst ? 'desc' : 'asc';
    const sort = { by: 'created_at', direction } as const;
    return { scope: this.scope, search: this.search.trim(), filter: filters[this.segment], sort, notReturned: 'hide' };
  }
}
