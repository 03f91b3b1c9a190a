import type { Plan, RowState } from '#shared/contract/changes.ts';

const open: readonly RowState[] = ['planned', 'sending', 'drifted', 'needs-secret'];

/** Rows that have their end. */
export function endedRows({ total, counts }: Pick<Plan, 'total' | 'counts'>): number {
  return total - open.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

export function toneOf({ state, counts }: Pick<Plan, 'state' | 'counts'>): 'accent' | 'ok' | 'warn' | 'bad' {
  if ((counts.refused ?? 0) > 0) return 'bad';
  if ((counts.unknown ?? 0) > 0 || state === 'paused' || state === 'waiting') return 'warn';
  return state === 'done' ? 'ok' : 'accent';
}
