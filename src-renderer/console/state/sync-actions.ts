import type { Job } from '#shared/contract/job.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { shell } from '#shared/text/en/shell.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { syncReason } from '../../stores/availability.ts';
import { isUnfinished } from '../../stores/lists/sync-jobs.ts';
import { nextCheckOf } from '../../stores/sync-lists.ts';
import type { Stores } from '../../stores/context.ts';
import type { ShownList } from '../../stores/window/status-line.svelte.ts';
import type { ListState } from './list-state.svelte.ts';
import { whereOf } from '../scope.ts';

/** Why a list cannot be synced now; null if it can. Read it reactively. */
export function syncReasonOf(stores: Stores, { job, spec, syncScope }: ListState): string | null {
  return spec.refusal?.(stores, syncScope) ?? reasonOf(stores, job, spec);
}

/** Why the details of the rows cannot be synced now; null if they can. Read it reactively. */
export function detailsSyncReason(stores: Stores, { detailsJob, spec, list }: ListState): string | null {
  if (list.summary?.live === 0) return words.sync.noRows(spec.noun);
  return reasonOf(stores, detailsJob, spec);
}

function reasonOf(stores: Stores, job: Job | undefined, spec: ListState['spec']): string | null {
  const reason = syncReason(stores);
  if (reason !== null || !isUnfinished(job)) return reason;
  return job.state === 'needs-person' ? shell.syncNeedsDecision : words.sync.running(spec.noun);
}

/** Start the sync of the list. Shows a message if that fails. */
export function startSync(listState: ListState): Promise<void> {
  return attempt(() => listState.sync(), words.sync.startFailed(listState.spec.noun));
}

/** Start a sync of all rows, where otherwise only changed rows are synced. Shows a message if that fails. */
export function startFullSync(listState: ListState): Promise<void> {
  return attempt(() => listState.sync({ isFull: true }), words.sync.startFailed(listState.spec.noun));
}

/** Start the sync of the details of the cached rows. Shows a message if that fails. */
export function startDetailsSync(listState: ListState): Promise<void> {
  return attempt(() => listState.syncDetails(), words.sync.startFailed(listState.spec.noun));
}

/** The list as the top bar and the status bar show it. Null for a list that has no sync, and before the first reply. */
export function shownList(stores: Stores, listState: ListState): ShownList | null {
  const { spec, list, scope, syncScope } = listState;
  if (spec.unlisted !== undefined || spec.past !== undefined || list.summary === null) return null;
  return {
    name: `${words.table(spec.noun, whereOf(stores, scope))}${scope === null ? words.oldestPlace : ''}`,
    syncedAt: list.summary.completedAt,
    nextAt: nextCheckOf(stores, { collection: spec.collection, scope: list.summary.syncedIn ?? scope }),
    label: spec.syncLabels?.again ?? words.sync.start(spec.noun, whereOf(stores, syncScope)),
    reason: syncReasonOf(stores, listState),
    sync: () => void startSync(listState),
  };
}
