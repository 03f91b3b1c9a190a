import type { Plan, PlanRow, RowState } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import type { Explanation } from '#shared/text/en/failures.ts';
import { explainWrite } from '#shared/text/en/refusals.ts';

const open: readonly RowState[] = ['planned', 'sending', 'drifted', 'needs-secret'];

/** Rows of a draft that would be sent: not those that are so already, nor those that cannot be. */
export function leftToSend({ total, counts }: Pick<Plan, 'total' | 'counts'>): number {
  return total - (counts.unchanged ?? 0) - (counts.skipped ?? 0);
}

/** What was to be changed was looked for before it was written, and is not there. */
export function isMissing({ state, failure }: PlanRow): boolean {
  return state === 'skipped' && failure?.code === 'missing' && failure['reason'] !== 'not-cached';
}

/** Why a row is in its state; undefined where its failure tells that. */
export function whyInState(row: PlanRow): string | undefined {
  if (isMissing(row)) return words.readMissing;
  return row.state === 'skipped' && row.failure !== null ? undefined : words.rowStateWhy[row.state];
}

/** Why a row was not applied, in one sentence: the platform's message if there is one. */
export function reasonOf(row: PlanRow): string {
  if (row.said !== null) return row.status === null ? row.said : `${row.said} (${words.status(row.status)})`;
  const why = whyInState(row);
  if (why !== undefined || row.failure === null) return why ?? '';
  const { code, reason, status } = row.failure as { code: string; reason?: string; status?: number };
  const { what, wayOut } = explainWrite(row.op, { code, reason, status: row.status ?? status });
  return `${what} ${wayOut}`.trim();
}

/** Rows that have their end. */
export function endedRows({ total, counts }: Pick<Plan, 'total' | 'counts'>): number {
  return total - open.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

export function toneOf({ state, counts }: Pick<Plan, 'state' | 'counts'>): 'accent' | 'ok' | 'warn' | 'bad' {
  if ((counts.refused ?? 0) > 0) return 'bad';
  if ((counts.unknown ?? 0) > 0 || state === 'paused' || state === 'waiting') return 'warn';
  return state === 'done' ? 'ok' : 'accent';
}

/** Why a plan waits, stopped, or was not sent, where that is not about one of its rows; null: nothing is to be said. */
export function whyNot({ ops, failure }: Pick<Plan, 'ops' | 'failure'>): Explanation | null {
  if (failure === null) return null;
  const reason = failure['reason'] as string | undefined;
  return explainWrite(ops[0] ?? '', { code: failure.code, reason, status: failure['status'] as number | undefined });
}
