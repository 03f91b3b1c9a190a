import type { StoredRow } from '#main/state/plans.ts';
import type { Outcome } from '#main/state/journal.ts';
import { intoCache } from './cache-effects.ts';
import type { Target, EngineContext } from './engine-context.ts';
import { thingsOf } from '../operation-kit/resources.ts';

/** How a row's write ended, and what came back with it. */
export interface Ended {
  row: StoredRow;
  /** The outcome in the journal. The state of the row can differ, for example if the row will be sent again. */
  verdict: Outcome['state'];
  reply?: unknown;
  requestId?: string | null;
}

/** Write the end of a write into the journal and its plan at once, and what it changed into the cache. */
export async function settle(
  planId: string,
  { row, verdict, reply = null, requestId = null }: Ended,
  target: Target,
  context: EngineContext,
) {
  const { plans, journal, clock, written, operations, deadlines } = context;
  written.note(target.profile.url, thingsOf(row.write, operations));
  let undone: string | null = null;
  plans.together(() => {
    const { status, said } = row;
    if (row.journalId !== null) {
      deadlines.delete(row.journalId);
      journal.end(row.journalId, { state: verdict, endedAt: clock.now(), status, said, requestId, reply });
    }
    if (verdict === 'applied' && row.undoOfEntry !== null) {
      journal.markUndone(row.undoOfEntry, planId);
      undone = journal.get(row.undoOfEntry)?.planId ?? null;
    }
    plans.putRow(planId, { ...row, waitsUntil: null });
  });
  context.touch(planId);
  if (undone !== null && plans.stored(undone) !== null) context.touch(undone);
  context.journalled();
  if (verdict === 'applied') await intoCache(row, reply, target, context);
}
