import type { StoredRow } from '#main/state/plans.ts';
import { Failure } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { hasEarlierRow, withoutSameFields, withMergedLists, otherAuthors, undoKindOf } from './compare-row.ts';
import {
  isEdit,
  driftedFields,
  isSame,
  isAccepted,
  comparableState,
  beforeOf,
  unshownValues,
  type Unshown,
} from './compare-fields.ts';
import { maskSecrets } from '../masking/masking.ts';
import { plainFailure, writeEndpoint } from './payload.ts';
import { readBefore } from './read-before.ts';
import { earlierOf } from './earlier-rows.ts';
import type { Applied, State, Operation } from '../operation-kit/operation.ts';
import { isFresh, isTransient, type PlanWork } from './engine-context.ts';
import { isSameResource, resourcesOf } from '../operation-kit/resources.ts';

/** Whether the known state of a row's resource is recent, and was read after our last write to it. */
export function isUpToDate(row: StoredRow, { target, context }: PlanWork): boolean {
  const { clock, recentWrites, operations } = context;
  const isYoung = row.readAt !== null && isFresh(row.readAt, clock.now());
  return isYoung && !recentWrites.isWrittenSince(target.profile.url, resourcesOf(row.write, operations), row.readIn);
}

/**
 * Read a row's resource again if its known state is out of date, and mark the row if the resource is no longer as the
 * plan showed it.
 * Decision: build/decisions/0010-the-outcome-of-a-write-with-a-lost-reply.md
 */
export async function refreshRow(row: StoredRow, work: PlanWork): Promise<StoredRow> {
  const { operations, recentWrites } = work.context;
  const operation = operations[row.op];
  if (operation?.read === undefined || isUpToDate(row, work)) return row;
  const endpoint = writeEndpoint(row.op);
  const readIn = recentWrites.moment();
  const now = await readBefore(operation, row.write, work);
  if (now.failure !== null) {
    if (isTransient(now.failure)) throw now.failure;
    const { status = null, reportedMessage = null } = now.failure;
    return { ...row, state: 'refused', status, reportedMessage, failure: plainFailure(now.failure) };
  }
  const state = now.state && (maskSecrets(now.state, endpoint.secrets, []) as StoredRow['before']);
  const write = withMergedLists(row.write, row.merge, state);
  const authors = await otherAuthors(operation, { ...row, before: state }, work);
  const undo = undoKindOf(endpoint, operation, write, state, authors);
  const read: StoredRow = { ...row, write, undo, before: state, readAt: now.readAt, readIn };
  const shown = comparableState(operation, state, write);
  if (shown === null) return markMissing(read, endpoint.method);
  const is = state === null || hasEarlierRow(row) ? null : (operation.whyUnchanged?.(state, write) ?? null);
  if (is !== null) return { ...read, state: 'unchanged', reportedMessage: is };
  if (!isEdit(endpoint.method)) return read;
  const current = withCurrentValues(read, shown, unshownValues(operation, state, write));
  const differing = driftedFields(row.changes, shown).filter(
    ({ field }) => !isCausedByPlan(field, shown[field], row, work),
  );
  // A write without fields, such as disabling two-factor, cannot be unchanged
  const same = current.changes.filter(
    ({ after, before: is, isSecret, unshown }) =>
      !isSecret && is !== undefined && unshown === undefined && isSame(after, is),
  );
  if (same.length > 0 && same.length === current.changes.length) return { ...current, state: 'unchanged' };
  if (differing.length > 0 && !row.acceptsDrift) return { ...current, state: 'drifted' };
  if (!hasEarlierRow(row)) return current;
  const fields = same.map(({ field }) => field);
  return withoutSameFields(current, fields, endpoint, work.target);
}

/** The row with the current values as `before`. */
function withCurrentValues(row: StoredRow, shown: State, unshown: Unshown): StoredRow {
  const lists = Object.keys(row.merge ?? {});
  const changes = row.changes.map((one) => {
    if (one.isSecret) return one;
    const after = lists.includes(one.field) ? { after: row.write.body?.[one.field] } : {};
    if (!(one.field in shown)) return { ...one, ...after };
    const { unshown: _, ...rest } = one;
    return { ...rest, ...after, ...beforeOf(one.field, shown, unshown) };
  });
  return { ...row, changes };
}

function markMissing(row: StoredRow, method: string): StoredRow {
  if (method === 'DELETE') return { ...row, state: 'unchanged' };
  if (!isEdit(method)) return row;
  const failure = new Failure('missing', words.noLongerExists, { reason: 'hidden-or-missing' });
  return { ...row, state: 'skipped', failure: plainFailure(failure) };
}

/**
 * Whether a value that the plan did not show was still caused by the plan: an earlier row was refused, or changed this
 * field indirectly. Then the value is no drift.
 */
function isCausedByPlan(field: string, now: unknown, row: StoredRow, { planId, context }: PlanWork): boolean {
  const { plans, operations } = context;
  for (const earlier of earlierOf(row, (at) => plans.row(planId, at))) {
    if (earlier.state !== 'applied' && earlier.state !== 'unknown') continue;
    if (!isSameResource(row.write, earlier.write, operations)) return true;
    const change = earlier.changes.find((one) => one.field === field && !one.isSecret);
    const entry = earlier.journalId === null ? null : context.journal.get(earlier.journalId);
    const inReply = entry && stateInReply(entry, operations[earlier.op]);
    if (change !== undefined && isAccepted(change.after, now)) return true;
    if (inReply !== null && field in inReply && isSame(inReply[field], now)) return true;
    const isSettled = change !== undefined || (inReply !== null && field in inReply) || !isEdit(earlier.method);
    if (earlier.state === 'applied' && isSettled) return false;
  }
  const read = comparableState(operations[row.op], row.before, row.write);
  return read !== null && isSame(read[field], now);
}

/** The state of the resource in the platform's reply to a write. */
export function stateInReply({ reply, write }: Applied, operation: Operation | undefined): State | null {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return null;
  return comparableState(operation, reply as State, write);
}

/**
 * The state of an earlier row about the same resource that waits for a person; null: there is none. This row must wait
 * too, to keep the order.
 */
export function blockingState(row: StoredRow, { planId, context }: PlanWork): StoredRow['state'] | null {
  for (const { state } of earlierOf(row, (at) => context.plans.row(planId, at))) {
    if (state === 'drifted' || state === 'needs-secret') return state;
    // This row was sent, so no earlier row was waiting
    if (state === 'applied' || state === 'refused') return null;
  }
  return null;
}
