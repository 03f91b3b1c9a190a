import type { OnHeld } from '#main/api/types.ts';
import type { StoredPlan, StoredRow } from '#main/state/plans.ts';
import { Failure, isRefusedEverywhere, isStoreFailure } from '#shared/errors.ts';
import { checkUndo } from './check-undo.ts';
import { hasEarlierRow } from './compare-row.ts';
import { checkRestoredRows } from './restored-rows.ts';
import { withRecreatedId } from './recreated-id.ts';
import { blockingState, refreshRow } from './refresh-row.ts';
import { refsIn, refText } from '../masking/masking.ts';
import { sendRow, wasRefused } from './send-row.ts';
import { recordOutcome } from './record-outcome.ts';
import { isFinal, isTransient, type EngineContext, type PlanWork } from './engine-context.ts';
import { isSafeToRepeat, reconcileOpenWrites, reconcile } from './reconcile.ts';
import { plainFailure, writeEndpoint } from './payload.ts';
import { fileNotKept } from '../staged/staged-files.ts';
import { stagedIn, stagedText } from '../staged/staged-values.ts';

/** How a run of a plan reports its progress, and that a rate limit holds back a write. */
export interface PlanProgress {
  report: () => void;
  onHeld: OnHeld;
}

/** With `stopOnError`, a row in one of these states pauses the plan. */
const failedStates = ['refused', 'unknown', 'not-applied'];

/**
 * Send the rows of a plan, one at a time, until it is done, paused or cancelled. Continues where an earlier run ended.
 * Fails: with a transient failure (the plan then waits, and the caller must call again); `aborted`.
 */
export async function applyPlan(...parameters: Parameters<typeof applyRows>): Promise<void> {
  const [, { outcomes, cacheUpdates }] = parameters;
  try {
    // An earlier run may have failed to store them
    outcomes.flush();
    await applyRows(...parameters);
  } finally {
    outcomes.flush();
    await cacheUpdates.flush();
  }
}

async function applyRows(
  planId: string,
  context: EngineContext,
  signal: AbortSignal,
  { report, onHeld }: PlanProgress,
): Promise<void> {
  const { plans } = context;
  const { profileId, instance } = requirePlan(planId, context);
  try {
    const target = await context.targetOf(profileId, onHeld);
    const work: PlanWork = { planId, target, context, signal };
    updatePlan(planId, context, ({ state }) => (state === 'waiting' ? { state: 'applying', failure: null } : {}));
    const endRow = async (row: StoredRow | null): Promise<void> => {
      await checkUndo(row, work);
      await pauseIfNeeded(planId, row, context);
    };
    for (const position of await reconcileOpenWrites(work)) await endRow(plans.row(planId, position));
    await context.cacheUpdates.flush();
    if (requirePlan(planId, context).pausedWhy === 'restart' && !hasUnsentRows(planId, context))
      return await finish(planId, context);
    for (;;) {
      report();
      if (requirePlan(planId, context).state !== 'applying') return;
      const row = plans.first(planId, 'planned');
      if (row === null && context.cacheUpdates.isDone()) return await finish(planId, context);
      if (row === null) {
        // A person may change the plan meanwhile
        await context.cacheUpdates.flush();
        continue;
      }
      if (target.profile.readOnly || target.profile.url !== instance) return pausePlan(planId, context, 'error');
      if (row.mayHaveBeenSent === true) {
        // Checked at each such row, because rows become ready while the plan runs, when a person enters their secret
        await checkRestoredRows(work);
        continue;
      }
      const ended = await applyRow(row, work);
      await endRow(ended ?? plans.row(planId, row.position));
    }
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (isTransient(failure)) {
      const why = { failure: plainFailure(failure) };
      updatePlan(planId, context, ({ state }) => (state === 'applying' ? { state: 'waiting', ...why } : {}));
      const isStopped = requirePlan(planId, context).state !== 'waiting';
      if (isStopped && context.journal.open(planId).length === 0) return;
    } else if (failure.code !== 'aborted' && !isStoreFailure(failure)) pausePlan(planId, context, 'error', failure);
    throw failure;
  }
}

/** Returns the new row; null: it is stored. */
async function applyRow(first: StoredRow, work: PlanWork): Promise<StoredRow | null> {
  const { planId, target, context } = work;
  const put = (row: StoredRow): null => {
    context.plans.putRow(planId, row);
    context.planChanged(planId);
    return null;
  };
  // This row may depend on the stored outcome of an earlier one
  if (hasEarlierRow(first) || first.undoOfEntry !== null) context.outcomes.flush();
  const planned = withRecreatedId(first, work);
  const refs = refsIn(planned.write);
  if ((await context.planSecrets.valuesOf(refs)).size < refs.length) return put({ ...planned, state: 'needs-secret' });
  const held = blockingState(planned, work);
  if (held !== null) return put({ ...planned, state: held });
  if (stagedIn(planned.write).some(({ file }) => context.staged.find(target.profile.id, file.staged) === null))
    return put({ ...planned, state: 'refused', failure: plainFailure(fileNotKept()) });
  const row = await refreshRow(planned, work);
  if (requirePlan(planId, context).state !== 'applying') return null;
  if (row.state !== 'planned') return put(row);
  const counted = context.sends.begin(planId);
  if (writeEndpoint(row.op).repeat === 'never') await counted;
  const sent = await sendRow(row, work);
  switch (sent.kind) {
    case 'stopped':
    case 'outdated':
      // If another plan has written to the same resource, the row stays planned and is read again
      return null;
    case 'applied':
    case 'refused':
      await recordOutcome({ ...sent, outcome: sent.kind }, work, { mayWait: true });
      return sent.row;
    case 'not-sent':
      throw sent.failure;
    case 'uncertain':
      put(sent.row);
      context.cacheUpdates.addUncertain(sent.row, { planId, store: target.store });
      // The journal entry stays open until the request's deadline, even if this run ends before it
      if (sent.mayStillCome) await reconcileOpenWrites(work);
      else await reconcileFailedRow(sent.row, work);
      return null;
    default:
      return sent satisfies never;
  }
}

/** The platform replied with an error: find out at once whether the write was applied. It is not sent again. */
async function reconcileFailedRow(row: StoredRow, work: PlanWork): Promise<void> {
  const outcome = await reconcile(row, work);
  const isRefused =
    outcome === 'not-applied'
      ? wasRefused(row) || isSafeToRepeat(row, work.context)
      : wasRefused(row) && outcome === 'unknown';
  const state = isRefused ? 'refused' : outcome;
  await recordOutcome({ row: { ...row, state }, outcome: isRefused ? 'refused' : outcome }, work);
}

/**
 * Pause the plan after the last canary row, or after a failed row: with `stopOnError`, or if the platform would refuse
 * all other rows too.
 */
async function pauseIfNeeded(planId: string, row: StoredRow | null, context: EngineContext): Promise<void> {
  const { stopOnError, canary } = requirePlan(planId, context);
  const state = row?.state ?? null;
  const wasSent = state === 'applied' || failedStates.includes(state ?? '');
  const isStopped = stopOnError || isRefusedEverywhere(row?.failure ?? {});
  if (isStopped && failedStates.includes(state ?? '')) {
    if (context.plans.first(planId, 'planned') === null) return;
    await context.cacheUpdates.flush();
    return pausePlan(planId, context, 'error');
  }
  if (canary === null || !wasSent) return;
  if (canary > 1) return updatePlan(planId, context, () => ({ canary: canary - 1 }));
  await context.cacheUpdates.flush();
  updatePlan(planId, context, () => ({ canary: null }));
  if (context.plans.first(planId, 'planned') !== null) pausePlan(planId, context, 'canary');
}

function hasUnsentRows(planId: string, { plans }: EngineContext): boolean {
  return (['planned', 'needs-secret', 'drifted'] as const).some((state) => plans.first(planId, state) !== null);
}

/** No planned row is left: end the plan, or let it wait for a secret or for a decision about drifted rows. */
async function finish(planId: string, context: EngineContext): Promise<void> {
  const { plans, clock } = context;
  if (plans.first(planId, 'needs-secret') !== null) return updatePlan(planId, context, () => ({ state: 'waiting' }));
  if (plans.first(planId, 'drifted') !== null) return pausePlan(planId, context, 'drift');
  updatePlan(planId, context, () => ({ state: 'done', pausedWhy: null, finishedAt: clock.now() }));
  await forgetInputs(planId, context);
}

/** States of rows that a person can send again with a new plan. Their staged files are kept for at most a day. */
const repeatable: readonly StoredRow['state'][] = ['refused', 'not-applied', 'unknown'];

/** Delete the secrets of a plan that has ended, and the staged files that can't be sent again. */
export async function forgetInputs(planId: string, { plans, planSecrets, staged }: EngineContext): Promise<void> {
  const plan = plans.stored(planId);
  const sent = plans.rows(planId, { text: stagedText }).filter(({ state }) => !repeatable.includes(state));
  staged.release(plan?.profileId ?? '', stagedKeysOf(sent));
  const refs = plans.rows(planId, { text: refText }).flatMap(({ write }) => refsIn(write));
  await planSecrets.forget(refs, plan?.keepSecrets === true);
}

/** The keys of the staged files of rows. */
export function stagedKeysOf(rows: readonly StoredRow[]): string[] {
  return rows.flatMap(({ write }) => stagedIn(write).map(({ file }) => file.staged));
}

export function pausePlan(
  planId: string,
  context: EngineContext,
  why: NonNullable<StoredPlan['pausedWhy']>,
  failure: Failure | null = null,
): void {
  const to = { state: 'paused', pausedWhy: why, failure: failure && plainFailure(failure) } as const;
  updatePlan(planId, context, ({ state }) => (state === 'applying' || state === 'waiting' ? to : {}));
}

export function updatePlan(
  planId: string,
  context: EngineContext,
  to: (plan: StoredPlan) => Partial<StoredPlan>,
): void {
  const plan = requirePlan(planId, context);
  const changed = { ...plan, ...to(plan) };
  context.outcomes.transaction(() => context.plans.put(changed));
  context.planChanged(planId, { isNewState: changed.state !== plan.state });
}

/** Fails: `missing`. */
export function requirePlan(planId: string, { plans }: Pick<EngineContext, 'plans'>): StoredPlan {
  const plan = plans.stored(planId);
  if (plan === null) throw new Failure('missing', 'no such plan');
  return plan;
}

/** Counts of all rows, of rows in a final state, and of applied rows. */
export function progressOf(planId: string, { plans }: Pick<EngineContext, 'plans'>) {
  const counts = plans.counts(planId);
  const rows = Object.entries(counts) as [StoredRow['state'], number][];
  const total = rows.reduce((sum, [, n]) => sum + n, 0);
  const done = rows.reduce((sum, [state, n]) => sum + (isFinal({ state }) ? n : 0), 0);
  return { total, done, applied: counts.applied ?? 0 };
}
