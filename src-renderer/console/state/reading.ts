import type { Job } from '#shared/contract/job.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { shell } from '#shared/text/en/shell.ts';
import { readingReason } from '../../stores/availability.ts';
import { isUnfinished } from '../../stores/lists/collection-jobs.ts';
import type { Stores } from '../../stores/context.ts';
import type { ShownList } from '../../stores/window/status-line.svelte.ts';
import type { ListState } from './list-state.svelte.ts';
import { whereOf } from '../scope.ts';
import { tellFailure } from '../taking.ts';

/** Why a list cannot be read from the instance now; null when it can. */
export function readReason(stores: Stores, { job, spec, scope }: ListState): string | null {
  return spec.refusal?.(stores, scope) ?? reasonOf(stores, job, spec);
}

/** Why the details of its rows cannot be read now; null when they can. */
export function detailsReason(stores: Stores, { detailsJob, spec, list }: ListState): string | null {
  if (list.summary?.live === 0) return words.crawl.noRows(spec.noun);
  return reasonOf(stores, detailsJob, spec);
}

function reasonOf(stores: Stores, job: Job | undefined, spec: ListState['spec']): string | null {
  const reason = readingReason(stores);
  if (reason !== null || !isUnfinished(job)) return reason;
  return job.state === 'needs-person' ? shell.syncNeedsDecision : words.crawl.running(spec.noun);
}

/** Read the whole list from the instance; a refusal is told. */
export async function startReading(listState: ListState): Promise<void> {
  try {
    await listState.readNow();
  } catch (thrown) {
    tellFailure(words.crawl.startFailed(listState.spec.noun), thrown);
  }
}

/** Read the details of its cached rows; a refusal is told. */
export async function startDetails(listState: ListState): Promise<void> {
  try {
    await listState.readDetailsNow();
  } catch (thrown) {
    tellFailure(words.crawl.startFailed(listState.spec.noun), thrown);
  }
}

/** What the frame says of a list while it is on show; null of one that the platform cannot list. */
export function shownList(stores: Stores, listState: ListState): ShownList | null {
  const { spec, list, scope } = listState;
  if (spec.unlisted !== undefined || list.summary === null) return null;
  const where = whereOf(stores, scope);
  return {
    name: words.table(spec.noun, where),
    readAt: list.summary.completedAt,
    label: spec.readings?.again ?? shell.syncList(spec.noun.many, where),
    reason: readReason(stores, listState),
    read: () => void startReading(listState),
  };
}
