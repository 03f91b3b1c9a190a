import type { Db } from '../files/database.ts';
import { imports } from '../imports.ts';
import { jobs } from '../jobs.ts';
import { plans } from '../plans.ts';
import { setups } from '../setup.ts';

/** How many plans, jobs and imports of a restored database wait for a person. */
export interface PausedCounts {
  plans: number;
  jobs: number;
  imports: number;
}

/** The states of rows that are not known to be sent. */
const unsent = ['planned', 'sending', 'needs-secret', 'drifted'] as const;

/**
 * It is unknown whether this `state.db` is older than the last write that was sent. The rows of plans that have begun are checked against
 * the platform before a write that must not be repeated is sent; everything else continues. Drafts wait for a person anyway.
 */
export function checkUnsentRows(db: Db, now: number): void {
  const plan = plans(db);
  for (const stored of plan.notEnded().filter(({ state }) => state !== 'draft')) {
    plan.put({ ...stored, restoredAt: now });
    for (const row of plan.rows(stored.id, { states: unsent })) {
      plan.putRow(stored.id, { ...row, mayHaveBeenSent: true });
    }
  }
}

/**
 * Let nothing in a restored `state.db` continue by itself. It is older than the file it replaces, so a write that it
 * shows as unsent may have been sent: unfinished plans pause, their rows are checked against the platform before they
 * are sent (`mayHaveBeenSent`), and unfinished jobs, imports and setups wait for a person.
 */
export function pauseRestoredWork(db: Db, now: number): PausedCounts {
  return db.transaction((): PausedCounts => {
    const plan = plans(db);
    const unfinished = plan.notEnded();
    for (const stored of unfinished) {
      const isDraft = stored.state === 'draft';
      plan.put({
        ...stored,
        restoredAt: now,
        ...(isDraft ? {} : { state: 'paused', pausedWhy: 'restored', failure: null }),
      });
      for (const row of plan.rows(stored.id, { states: unsent })) {
        plan.putRow(stored.id, { ...row, mayHaveBeenSent: true, readAt: null, acceptsDrift: false });
      }
    }
    setups(db).pauseUnfinished();
    const paused = unfinished.filter(({ state }) => state !== 'draft');
    return { plans: paused.length, jobs: jobs(db).pauseUnfinished(), imports: imports(db).pausePolling() };
  })();
}
