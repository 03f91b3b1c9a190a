import type { StoredRow } from '#main/state/plans.ts';
import { maskSecrets } from '../masking/masking.ts';
import type { State } from '../operation-kit/operation.ts';
import { nameIn } from '../operation-kit/probes.ts';
import { comparableState, isEdit, isSame } from './compare-fields.ts';
import { undoKindOf } from './compare-row.ts';
import type { EngineContext, PlanWork } from './engine-context.ts';
import { writeEndpoint } from './payload.ts';
import { recreatedId } from './recreated-id.ts';

const undoneBy = ({ undoOfEntry }: StoredRow, { journal }: EngineContext) =>
  undoOfEntry === null ? null : journal.get(undoOfEntry);

/** The number of requests of `checkUndo` for a row. */
export function checkRequests(row: StoredRow, context: EngineContext): number {
  const { op, before } = undoneBy(row, context) ?? { op: '', before: null };
  return before === null ? 0 : (context.operations[op]?.readRequests ?? 0);
}

/**
 * After a row has undone a write, compare the resource with its state before that write, and store the result in the row.
 * If the undo needs several writes, the resource is compared after the last one.
 */
export async function checkUndo(row: StoredRow | null, { planId, target, context, signal }: PlanWork): Promise<void> {
  const entry = row?.state === 'applied' ? undoneBy(row, context) : null;
  const operation = context.operations[entry?.op ?? ''];
  if (row === null || entry === null || entry.before === null || operation?.read === undefined) return;
  if (context.plans.row(planId, row.position + 1)?.undoOfEntry === row.undoOfEntry) return;
  const { op, method, write, before } = entry;
  const path = { ...write.path, ...recreatedId(entry, row, context) };
  // If the write created a branch, read this branch, and not the one that it started from
  const body = write.body && { ...write.body, start_branch: undefined, start_sha: undefined, start_project: undefined };
  const now = await operation.read({ op, path, body }, { send: target.read, signal }).catch(() => null);
  if (signal.aborted) return;
  const endpoint = writeEndpoint(op);
  const comparedOf = (state: State): State => {
    const shown = comparableState(operation, state, write) ?? state;
    return isEdit(method) ? { ...shown, ...state, ...operation.compared?.(state) } : shown;
  };
  const was = comparedOf(before);
  const is = now === null ? {} : comparedOf(maskSecrets(now, endpoint.secrets, []) as State);
  const undo = undoKindOf(endpoint, operation, write, before, undefined);
  const { what = [], possible = [] } = undo.kind === 'lossy' ? undo : {};
  const compared = Object.keys(was).filter((field) => !isEdit(method) || field in (write.body ?? {}));
  const restored: NonNullable<StoredRow['restored']> = { differs: [], unchecked: [] };
  for (const field of new Set([...compared, ...what, ...possible])) {
    const [former, present] = [was[field] ?? null, is[field]];
    if (present === undefined) restored.unchecked.push(field);
    else if (!isSame(former, present))
      restored.differs.push({ field, before: shownValue(former), after: shownValue(present), isSecret: false });
  }
  if (compared.length + restored.unchecked.length === 0) return;
  context.plans.putRow(planId, { ...row, restored });
  context.planChanged(planId);
}

/** A person, a job or a host key is shown by its name. */
function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue);
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? (nameIn(value as State, 'name', 'username', 'fingerprint_sha256') ?? value) : value;
}
