import type { FullEntry } from '#main/state/journal.ts';
import type { StoredRow } from '#main/state/plans.ts';
import { comparableState, matchingSide } from './compare-fields.ts';
import { recordOutcome } from './record-outcome.ts';
import type { State } from '../operation-kit/operation.ts';
import { isTransient, type EngineContext, type PlanWork, type Work } from './engine-context.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { writeEndpoint } from './payload.ts';

export type WriteOutcome = 'applied' | 'not-applied' | 'unknown';

/**
 * Find out by reading whether a write whose reply was lost was applied. `unknown` if the resource cannot be read.
 * Fails: with a transient failure; `aborted`; `bug`.
 */
export async function reconcile(row: StoredRow, work: Work): Promise<WriteOutcome> {
  try {
    return await probe(row, work);
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (isTransient(failure) || failure.code === 'aborted' || failure.code === 'bug') throw failure;
    return 'unknown';
  }
}

/** Do not rely on `not-applied` before the deadline of the request: the platform may still apply it. */
async function probe(row: StoredRow, { target, context: { operations }, signal }: Work): Promise<WriteOutcome> {
  const { write, before } = row;
  const endpoint = writeEndpoint(row.op);
  const operation = operations[row.op];
  const reading = { send: target.read, signal };
  if (operation?.probe !== undefined) return operation.probe(write, before, reading);
  if (isUnreadable(row.op, operations) || operation?.read === undefined) return 'unknown';
  const state: State | null = await operation.read(write, reading);
  if (endpoint.method === 'DELETE') return state === null ? 'applied' : 'not-applied';
  const shown = comparableState(operation, state, write);
  const side = shown === null ? null : matchingSide(row.changes, shown);
  return side === 'after' ? 'applied' : side === 'before' ? 'not-applied' : 'unknown';
}

/** Whether reading can't tell if a write was applied. */
function isUnreadable(op: string, operations: EngineContext['operations']): boolean {
  const operation = operations[op];
  if (operation?.probe !== undefined) return false;
  return writeEndpoint(op).repeat === 'never' || operation?.read === undefined;
}

/** Whether a write that was not applied may be sent again without asking a person. */
export function isSafeToRepeat(row: StoredRow, { operations }: Pick<EngineContext, 'operations'>): boolean {
  return writeEndpoint(row.op).repeat === 'same' || operations[row.op]?.probe !== undefined;
}

/**
 * Find out the outcome of the writes of a plan whose journal entries are open. Returns the positions of their rows.
 * Fails: `aborted`; with a transient failure, and the next call continues with the remaining entries.
 */
export async function reconcileOpenWrites(work: PlanWork): Promise<number[]> {
  const { planId, target, context } = work;
  const positions: number[] = [];
  for (const entry of context.journal.open(planId)) {
    const row = context.plans.row(planId, entry.position);
    if (row === null) continue;
    const open: StoredRow = { ...row, journalId: entry.id, write: entry.write, before: entry.before };
    context.cacheUpdates.addUncertain(open, { planId, store: target.store });
    const outcome = await reconcileUntilDeadline(open, entry, work);
    const ended = { ...open, ...stateAfter(outcome, open, planId, context) };
    await recordOutcome({ row: ended, outcome: ended.state === 'refused' ? 'refused' : outcome }, work);
    positions.push(row.position);
  }
  return positions;
}

/** Pause between the first two checks. It doubles after each check. */
const firstPauseMs = seconds(2);

/**
 * The outcome of a write whose reply was lost. `applied` is final at once. `not-applied` and `unknown` are final only
 * after the deadline of the request: until then a slow platform may still apply it, and sending it again would apply it
 * twice (19 of 146 writes in a trial). No other row of the plan is sent meanwhile, because it may depend on this one.
 */
async function reconcileUntilDeadline(open: StoredRow, entry: FullEntry, work: PlanWork): Promise<WriteOutcome> {
  const { target, context, signal } = work;
  // If the address of the profile has changed, reading its new instance shows nothing about this write
  const isHere = entry.instance === target.profile.url;
  const { clock, deadlines } = context;
  // Measured on the monotonic clock, because the system clock may be changed. For a request of an earlier run only the
  // system clock is known
  const longestMs = entry.deadlineAt - entry.intendedAt;
  const endsAt = deadlines.get(entry.id) ?? clock.monotonic() + Math.min(entry.deadlineAt - clock.now(), longestMs);
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    const leftMs = endsAt - clock.monotonic();
    const outcome = isHere ? await reconcile(open, work) : 'unknown';
    if (leftMs <= 0 || outcome === 'applied') return outcome;
    showDeadline(open, Math.round(clock.now() + leftMs), entry.planId, context);
    await clock.sleep(Math.min(leftMs, pauseMs), signal);
  }
}

function showDeadline({ position }: StoredRow, until: number, planId: string, context: EngineContext): void {
  const row = context.plans.row(planId, position);
  if (row === null || row.waitsUntil === until) return;
  context.plans.putRow(planId, { ...row, waitsUntil: until });
  context.planChanged(planId);
}

function stateAfter(
  outcome: WriteOutcome,
  row: StoredRow,
  planId: string,
  context: EngineContext,
): Pick<StoredRow, 'state' | 'readAt'> {
  const isOver = context.plans.stored(planId)?.state === 'cancelled';
  const goesOn = outcome === 'not-applied' && !isOver && isSafeToRepeat(row, context);
  // The platform replied with an error, and would reply the same again
  if (goesOn && row.status !== null) return { state: 'refused', readAt: row.readAt };
  // `readAt` null: the row is read and compared again before it is sent
  return goesOn ? { state: 'planned', readAt: null } : { state: outcome, readAt: row.readAt };
}

/**
 * Record writes of earlier runs as unknown if reading can't tell their outcome and their deadline has passed. Sends no
 * request. Returns the longest time until the deadline of the others, in milliseconds; 0: no others.
 */
export function endLostWrites(planId: string, context: EngineContext): number {
  const { plans, journal, outcomes, clock, deadlines, operations } = context;
  let longestMs = 0;
  for (const { id, op, position, deadlineAt, intendedAt } of journal.open(planId)) {
    const row = plans.row(planId, position);
    // The job of the plan waits for the deadline of a write of this run
    if (row === null || deadlines.has(id) || !isUnreadable(op, operations)) continue;
    const leftMs = Math.min(deadlineAt - clock.now(), deadlineAt - intendedAt);
    longestMs = Math.max(longestMs, leftMs);
    if (leftMs > 0) continue;
    const { status, reportedMessage } = row;
    const end = { endedAt: clock.now(), status, reportedMessage, requestId: null, reply: null };
    outcomes.transaction(() => {
      journal.end(id, { state: 'unknown', ...end });
      plans.putRow(planId, { ...row, journalId: id, state: 'unknown', waitsUntil: null });
    });
    context.planChanged(planId);
    context.journalChanged();
  }
  return longestMs;
}
