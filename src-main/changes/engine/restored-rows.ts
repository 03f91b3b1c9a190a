import type { StoredRow } from '#main/state/plans.ts';
import { Failure } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { minutes } from '#shared/time.ts';
import { plainFailure, writeEndpoint } from './payload.ts';
import type { PlanWork } from './engine-context.ts';
import { reconcile } from './reconcile.ts';

/** Longer than the deadline of a request that was sent shortly before the restore. */
const requestDeadlineMs = minutes(2);

/**
 * Check the rows of a plan that was restored from a backup, before any of them is sent: a row that the backup shows as
 * unsent may have been sent after the backup was taken. A repeatable write is compared with the platform, like any row
 * with old data. For a write that must not be repeated, Reeve checks on the platform whether it was applied. If the
 * result is unknown, the row ends as `unknown`, and only a person can send it again, in a new plan.
 * Fails: as reading does; the next call continues with the remaining rows.
 * Decision: build/decisions/0014-restoring-never-sends.md
 */
export async function checkRestoredRows(work: PlanWork): Promise<void> {
  const { planId, context, signal } = work;
  const { plans, clock } = context;
  const rows = plans.rows(planId, { states: ['planned'] }).filter(({ mayHaveBeenSent }) => mayHaveBeenSent === true);
  const isOnce = ({ op }: StoredRow): boolean => writeEndpoint(op).repeat === 'never';
  const restoredAt = plans.stored(planId)?.restoredAt ?? 0;
  const waitMs = Math.min(restoredAt + requestDeadlineMs - clock.now(), requestDeadlineMs);
  if (rows.some(isOnce) && waitMs > 0) await clock.sleep(waitMs, signal);
  for (const row of rows) {
    const checked = isOnce(row) ? await checkUnrepeatableRow(row, work) : {};
    plans.putRow(planId, { ...row, ...checked, mayHaveBeenSent: false });
    context.planChanged(planId);
  }
}

async function checkUnrepeatableRow(row: StoredRow, work: PlanWork): Promise<Partial<StoredRow>> {
  const outcome = await reconcile(row, work);
  switch (outcome) {
    case 'not-applied':
      return {};
    case 'applied':
      return { state: 'unchanged', reportedMessage: words.restoredThere };
    case 'unknown': {
      const message = words.restoredUnknown;
      return {
        state: 'unknown',
        reportedMessage: message,
        failure: plainFailure(new Failure('conflict', message, { reportedMessage: message })),
      };
    }
    default:
      return outcome satisfies never;
  }
}
