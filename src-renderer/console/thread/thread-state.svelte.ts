import type { ListQuery } from '#shared/contract/collection.ts';
import type { Note } from '#shared/contract/notes.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { thread as words } from '#shared/text/en/thread.ts';
import { attempt } from '../../components/messages/attempt.ts';
import type { Stores } from '../../stores/context.ts';
import { Collection } from '../../stores/lists/collection.svelte.ts';
import { isSyncing, lastSyncJob } from '../../stores/lists/sync-jobs.ts';
import { listSyncReason, startListSync } from '../../stores/sync-lists.ts';

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

  /** The number of notes by segment; undefined before the first reply. */
  countOf(segment: ThreadSegment): number | undefined {
    const { summary } = this.list;
    if (summary === null) return undefined;
    const system = summary.counts['system']?.['1'] ?? 0;
    return { all: summary.live, comments: summary.live - system, activity: system }[segment];
  }

  show(segment: ThreadSegment, isNewestFirst: boolean): void {
    this.segment = segment;
    this.isNewestFirst = isNewestFirst;
    void this.list.show(this.#query());
  }

  sync(): Promise<void> {
    return attempt(() => startListSync(this.#stores, this.#place), words.syncFailed);
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
    return { scope: this.scope, search: '', filter: filters[this.segment], sort, notReturned: 'hide' };
  }
}
