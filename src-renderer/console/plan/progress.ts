import type { Plan, PlanRow, RowState } from '#shared/contract/changes.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { undoResult } from '#shared/text/en/change-text.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';
import { visibleText } from '../../components/text/visible-text.ts';

/** States of a row that has no outcome yet. */
export const openStates: readonly RowState[] = ['planned', 'sending', 'drifted', 'needs-secret'];

type Counted = Pick<Plan, 'total' | 'counts'>;

/** Rows that were or will be sent: without those that need no change, cannot be sent or were skipped. */
export function rowsToSend({ total, counts }: Counted): number {
  return total - (counts.unchanged ?? 0) - (counts.skipped ?? 0);
}

/** Rows to send that have no outcome yet. */
export function rowsLeft({ counts }: Pick<Plan, 'counts'>): number {
  return openStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** Rows that were sent and have an outcome. */
export function rowsSent(plan: Counted): number {
  return rowsToSend(plan) - rowsLeft(plan);
}

/** The share of the rows to send that have an outcome, from 0 to 1. */
export function shareSent(plan: Counted): number {
  return rowsToSend(plan) === 0 ? 1 : rowsSent(plan) / rowsToSend(plan);
}

/** Whether only drifted rows are left, which are sent only if the person confirms it. */
export function isOnlyDrift({ state, pausedWhy, counts }: Pick<Plan, 'state' | 'pausedWhy' | 'counts'>): boolean {
  return state === 'paused' && pausedWhy === 'drift' && (counts.drifted ?? 0) > 0;
}

/** The object to change was not found when it was read before the write. */
export function isMissing({ state, failure }: PlanRow): boolean {
  return state === 'skipped' && failure?.code === 'missing' && failure['reason'] !== 'not-cached';
}

/** Why a row is in its state; undefined if its failure explains it. */
export function whyInState(row: PlanRow): string | undefined {
  if (isMissing(row)) return words.readMissing;
  const details = undoResult(row)?.details.join(' · ') ?? '';
  if (details !== '') return visibleText(details, 2_000);
  if (row.state === 'unchanged' && row.reportedMessage !== null) return row.reportedMessage;
  if (row.state === 'failed-again') return words.failedAgain(row.changes.map(({ after }) => String(after)).join(' '));
  return row.state === 'skipped' && row.failure !== null ? undefined : words.rowStateWhy[row.state];
}

/** The reason of a failed row as a `Failure`, for forms and messages. */
export function failureOf({ failure, reportedMessage, status }: PlanRow): Failure {
  const data = { ...(failure ?? { code: 'remote', message: 'refused' }) } as FailureData;
  return Failure.fromData({
    ...data,
    ...(reportedMessage === null ? {} : { reportedMessage }),
    ...(status === null ? {} : { status }),
  });
}

/** Why a row was not applied, in one sentence, with the status if the platform replied. */
export function reasonOf(row: PlanRow): string {
  const why = row.reportedMessage === null ? whyInState(row) : undefined;
  if (why !== undefined) return why;
  const { reason } = refusalOf(row.op, failureOf(row));
  return row.status === null ? reason : `${reason} (${words.status(row.status)})`;
}

export function toneOf({ state, counts }: Pick<Plan, 'state' | 'counts'>): 'accent' | 'ok' | 'warn' | 'bad' {
  if ((counts.refused ?? 0) + (counts['failed-again'] ?? 0) > 0) return 'bad';
  if ((counts.unknown ?? 0) > 0 || state === 'paused' || state === 'waiting') return 'warn';
  return state === 'done' ? 'ok' : 'accent';
}

/** Why a plan waits, stopped, or was not sent, if the reason is not one of its rows; null: no reason to show. */
export function whyNot({ ops: [op = ''], failure }: Pick<Plan, 'ops' | 'failure'>): string | null {
  return failure === null ? null : refusalOf(op, failure).text;
}
