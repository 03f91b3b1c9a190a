import type { StoredRow } from '#main/state/plans.ts';
import type { Outcome } from '#main/state/journal.ts';
import type { PlanWork } from './engine-context.ts';
import { createdRow } from './cache-effects.ts';
import { withResult } from '../operation-kit/write-result.ts';
import { resourcesOf } from '../operation-kit/resources.ts';

/** A row whose write has ended, with the reply. */
export interface EndedRow {
  row: StoredRow;
  /** The outcome in the journal. The state of the row can differ, for example if the row will be sent again. */
  outcome: Outcome['state'];
  reply?: unknown;
  requestId?: string | null;
}

/**
 * Store the outcome of a write in the journal and the plan in one transaction, then update the cache. With `mayWait`
 * the outcome is stored with the intent of the next write.
 */
export async function recordOutcome(
  { row: ended, outcome, reply = null, requestId = null }: EndedRow,
  { planId, target, context }: PlanWork,
  { mayWait = false }: { mayWait?: boolean } = {},
) {
  const { plans, journal, outcomes, cacheUpdates, clock, recentWrites, operations, deadlines } = context;
  const { row, result } = withResult(ended, { outcome, reply }, operations[ended.op]);
  recentWrites.note(target.profile.url, resourcesOf(row.write, operations));
  const created = outcome === 'applied' ? createdRow(row, reply, operations[row.op]) : null;
  let undone: string | null = null;
  const endedAt = clock.now();
  const store = (): void => {
    const { status, reportedMessage } = row;
    if (row.journalId !== null) {
      deadlines.delete(row.journalId);
      journal.end(row.journalId, { state: outcome, endedAt, status, reportedMessage, requestId, reply, result });
    }
    if (outcome === 'applied' && row.undoOfEntry !== null) {
      journal.markUndone(row.undoOfEntry, planId);
      undone = journal.get(row.undoOfEntry)?.planId ?? null;
    }
    plans.putRow(planId, { ...row, waitsUntil: null, ...(created !== null && { created }) });
  };
  // The plan that an undo reverts is read below
  if (mayWait && row.undoOfEntry === null) outcomes.add(store);
  else outcomes.transaction(store);
  context.planChanged(planId);
  if (undone !== null && plans.stored(undone) !== null) context.planChanged(undone);
  context.journalChanged();
  if (outcome === 'applied' || row.state === 'refused' || row.state === 'failed-again')
    await cacheUpdates.add(row, reply, { planId, store: target.store });
}
