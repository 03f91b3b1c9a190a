import type { Outcome } from '#main/state/journal.ts';
import type { StoredRow } from '#main/state/plans.ts';
import type { FieldChange } from '#shared/contract/changes.ts';
import { changeText } from '#shared/text/en/change-text.ts';
import type { Operation, State } from './operation.ts';

/** The change of the field that only the reply will contain, with its last known value; empty: no such field. */
export function expectedResult(operation: Operation | undefined, row: State | null): FieldChange[] {
  const { result } = operation ?? {};
  if (result === undefined) return [];
  const before = row && result.before(row);
  return [{ field: result.field, ...(before !== null && { before }), isSecret: false }];
}

/**
 * A row that has ended, with the value from its reply or refusal. The row is `failed-again` if that value is bad.
 * `result`: the changes for its journal entry; null: as intended.
 */
export function withResult(
  row: StoredRow,
  { outcome, reply }: Pick<Outcome, 'reply'> & { outcome: Outcome['state'] },
  operation: Operation | undefined,
): { row: StoredRow; result: NonNullable<Outcome['result']> | null } {
  const { result } = operation ?? {};
  const isAnswered = outcome === 'applied' || row.state === 'refused';
  const after = result && isAnswered ? result.after(outcome === 'applied' ? (reply as State | null) : null, row) : null;
  if (result === undefined || after === null) return { row, result: null };
  const changes = row.changes.map((change) => (change.field === result.field ? { ...change, after } : change));
  const text = changes.map((change) => changeText(row, change)).join('\n');
  return {
    row: { ...row, changes, ...(!result.isGood(after) && { state: 'failed-again' }) },
    result: { changes, text },
  };
}
