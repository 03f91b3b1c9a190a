import type { FullEntry } from '#main/state/journal.ts';
import type { StoredRow } from '#main/state/plans.ts';
import { uncheckedPath, writeEndpoint } from './payload.ts';
import { earlierOf } from './earlier-rows.ts';
import { idIn } from '../operation-kit/probes.ts';
import type { EngineContext, PlanWork } from './engine-context.ts';
import { isSameResource } from '../operation-kit/resources.ts';

/**
 * The row with the current id of its resource: when an earlier row of an undo has created a deleted resource again, the
 * resource has a new id.
 */
export function withRecreatedId(row: StoredRow, { planId, target, context }: PlanWork): StoredRow {
  const { plans, journal, operations } = context;
  if (row.undoOfEntry === null) return row;
  for (const earlier of earlierOf(row, (at) => plans.row(planId, at))) {
    if (earlier.state !== 'applied' || earlier.undoOfEntry === null || earlier.journalId === null) continue;
    const undone = journal.get(earlier.undoOfEntry);
    if (undone?.method !== 'DELETE' || !isSameResource(undone.write, row.write, operations)) continue;
    const write = { ...row.write, path: { ...row.write.path, ...recreatedId(undone, earlier, context) } };
    return { ...row, write, path: uncheckedPath(writeEndpoint(row.op), write, target) };
  }
  return row;
}

/** The path parameter with the new ID of a resource that a row has created again; empty: it has the same path as before. */
export function recreatedId(
  undone: FullEntry,
  made: Pick<StoredRow, 'write' | 'journalId'>,
  { journal }: Pick<EngineContext, 'journal'>,
): Record<string, number> {
  const number = idIn(journal.get(made.journalId ?? 0)?.reply);
  const name = Object.keys(undone.write.path).find((one) => one.endsWith('id') && !(one in made.write.path));
  return name === undefined || number === null ? {} : { [name]: number };
}
