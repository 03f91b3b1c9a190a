import type { FullEntry } from '#main/state/journal.ts';
import type { StoredRow } from '#main/state/plans.ts';
import { comparableState, matchingSide } from './compare-fields.ts';
import { recordOutcome } from './record-outcome.ts';
import type { State } from '../operation-kit/operation.ts';
import { isTransient, type TargetInstance, type EngineContext } from './engine-context.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { writeEndpoint } from './payload.ts';

export type WriteOutcome = 'applied' | 'not-applied' | 'unknown';

/**
 * As `probed` says; a thing that may not be read, or is answered with anything else than itself, tells nothing.
 * Fails: with what passes by itself, `aborted`, `bug`.
 */
export async function reconcile(...asked: Parameters<typeof probe>): Promise<WriteOutcome> {
  try {
    return await probe(...asked);
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (isTransient(failure) || failure.code === 'aborted' || failure.code === 'bug') throw failure;
    return 'unknown';
  }
}

/**
 * Whether a write of which no answer is known has happened, found out by reading. Only to be asked when the request
 * cannot be on its way any more: asked earlier, a slow platform makes a liar of it.
 * Fails: as reading does.
 */
async function probe(
  row: StoredRow,
  target: TargetInstance,
  { operations }: EngineContext,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  const { write, before } = row;
  const endpoint = writeEndpoint(row.op);
  const operation = operations[row.op];
  const reading = { send: target.read, signal };
  if (operation?.probe !== undefined) return operation.probe(write, before, reading);
  if (endpoint.repeat === 'never' || operation?.read === undefined) return 'unknown';
  const state: State | null = await operation.read(write, reading);
  if (endpoint.method === 'DELETE') return state === null ? 'applied' : 'not-applied';
  const shown = comparableState(operation, state, write);
  const side = shown === null ? null : matchingSide(row.changes, shown);
  return side === 'after' ? 'applied' : side === 'before' ? 'not-applied' : 'unknown';
}

/** Whether a write that was not applied goes on by itself: the same again, or one that was identified. */
export function isSafeToRepeat(row: StoredRow, { operations }: Pick<EngineContext, 'operations'>): boolean {
  return writeEndpoint(row.op).repeat === 'same' || operations[row.op]?.probe !== undefined;
}

/**
 * Find out what became of the writes of a plan that have an intent and no end. Answers the positions.
 * Fails: `aborted`; `offline` and the like, and then goes on from there the next time.
 */
export async function reconcileOpenWrites(
  planId: string,
  target: TargetInstance,
  context: EngineContext,
  signal: AbortSignal,
): Promise<number[]> {
  const settled: number[] = [];
  for (const entry of context.journal.open(planId)) {
    const row = context.plans.row(planId, entry.position);
    if (row === null) continue;
    const open: StoredRow = { ...row, journalId: entry.id, write: entry.write, before: entry.before };
    const verdict = await reconcileUntilDeadline(open, entry, target, context, signal);
    const ended = { ...open, ...stateAfter(verdict, open, planId, context) };
    await recordOutcome(
      planId,
      { row: ended, outcome: ended.state === 'refused' ? 'refused' : verdict },
      target,
      context,
    );
    settled.push(row.position);
  }
  return settled;
}

/** How long to wait before the first look but one; twice as long each time. */
const firstPauseMs = seconds(2);

/**
 * What became of a write whose answer was lost. That it is there is believed at once: no platform that still works on it
 * takes it back. That it is not there is not: a platform that is slow, or a proxy that gave up on one, carries it out
 * later, and a row that is sent once more by then happens twice (19 of 146 did in a trial). So until the deadline of the
 * request only a success ends the wait, and nothing else of the plan goes out meanwhile, for it may build on this row;
 * the row says until when. What no reading can tell is not told early either: after the deadline a person who looks
 * sees what stays.
 */
async function reconcileUntilDeadline(
  open: StoredRow,
  entry: FullEntry,
  target: TargetInstance,
  context: EngineContext,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  // What the profile's other address has says nothing of this one
  const isHere = entry.instance === target.profile.url;
  const { clock, deadlines } = context;
  // Measured on the monotonic clock, because the system clock may be changed. Only for a request of an earlier run the
  // system clock must be used
  const longestMs = entry.deadlineAt - entry.intendedAt;
  const endsAt = deadlines.get(entry.id) ?? clock.monotonic() + Math.min(entry.deadlineAt - clock.now(), longestMs);
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    const leftMs = endsAt - clock.monotonic();
    const verdict = isHere ? await reconcile(open, target, context, signal) : 'unknown';
    if (leftMs <= 0 || verdict === 'applied') return verdict;
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
  verdict: WriteOutcome,
  row: StoredRow,
  planId: string,
  context: EngineContext,
): Pick<StoredRow, 'state' | 'readAt'> {
  const isOver = context.plans.stored(planId)?.state === 'cancelled';
  const goesOn = verdict === 'not-applied' && !isOver && isSafeToRepeat(row, context);
  // The platform answered, and it was no success: the same again would fail the same way
  if (goesOn && row.status !== null) return { state: 'refused', readAt: row.readAt };
  // What is sent once more is compared once more
  return goesOn ? { state: 'planned', readAt: null } : { state: verdict, readAt: row.readAt };
}
