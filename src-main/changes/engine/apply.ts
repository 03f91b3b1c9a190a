import type { StoredPlan, StoredRow } from '#main/state/plans.ts';
import { Failure, isStoreFailure } from '#shared/errors.ts';
import { checkRestoredRows } from './restored-rows.ts';
import { withNewNumber } from './recreated-id.ts';
import { heldBy, lookedAtAgain } from './refresh-row.ts';
import { refsIn } from '../masking/masking.ts';
import { sendRow } from './send-row.ts';
import { settle } from './record-outcome.ts';
import { isOver, passes, type Target, type EngineContext } from './engine-context.ts';
import { mayGoOn, recover, verdictOf } from './reconcile.ts';
import { shownFailure } from './payload.ts';

/** Ends of a row after which `stopOnError` waits for the person. */
const errors = ['refused', 'unknown', 'not-applied'];

/**
 * Work a plan off, one write at a time, until it is done, paused or cancelled; goes on where an earlier run ended.
 * Fails: as what passes by itself does (the plan waits, and this is to be called again), `aborted`.
 */
export async function applyPlan(
  planId: string,
  context: EngineContext,
  signal: AbortSignal,
  report: () => void,
): Promise<void> {
  const { plans } = context;
  const { profileId, instance } = known(planId, context);
  try {
    const target = await context.targetOf(profileId);
    change(planId, context, ({ state }) => (state === 'waiting' ? { state: 'applying', failure: null } : {}));
    for (const position of await recover(planId, target, context, signal)) afterRow(planId, position, context);
    if (known(planId, context).pausedWhy === 'restart' && !hasUnsent(planId, context)) return await finish(planId, context);
    for (;;) {
      report();
      if (known(planId, context).state !== 'applying') return;
      const row = plans.first(planId, 'planned');
      if (row === null) return await finish(planId, context);
      if (target.profile.readOnly || target.profile.url !== instance) return pause(planId, context, 'error');
      if (row.mayHaveBeenSent === true) {
        // At each such row: more of them become ready while the plan runs, when a person gives their secret
        await checkRestoredRows(planId, target, context, signal);
        continue;
      }
      await step(row, planId, target, context, signal);
      afterRow(planId, row.position, context);
    }
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (passes(failure)) {
      const why = { failure: shownFailure(failure) };
      change(planId, context, ({ state }) => (state === 'applying' ? { state: 'waiting', ...why } : {}));
      const isStopped = known(planId, context).state !== 'waiting';
      if (isStopped && context.journal.open(planId).length === 0) return;
    } else if (failure.code !== 'aborted' && !isStoreFailure(failure)) pause(planId, context, 'error', failure);
    throw failure;
  }
}

async function step(
  first: StoredRow,
  planId: string,
  target: Target,
  context: EngineContext,
  signal: AbortSignal,
): Promise<void> {
  const put = (row: StoredRow): void => {
    context.plans.putRow(planId, row);
    context.touch(planId);
  };
  const planned = withNewNumber(first, planId, target, context);
  const refs = refsIn(planned.write);
  if ((await context.box.valuesOf(refs)).size < refs.length) return put({ ...planned, state: 'needs-secret' });
  const held = heldBy(planned, planId, context);
  if (held !== null) return put({ ...planned, state: held });
  const row = await lookedAtAgain(planned, planId, target, context, signal);
  if (known(planId, context).state !== 'applying') return;
  if (row.state !== 'planned') return put(row);
  const sent = await sendRow(row, planId, target, context, signal);
  switch (sent.kind) {
    case 'held':
    case 'overtaken':
      // Overtaken: another plan has written to the same resource, so the row is read again first
      return;
    case 'applied':
    case 'refused':
      return settle(planId, { ...sent, verdict: sent.kind }, target, context);
    case 'not-sent':
      throw sent.failure;
    case 'uncertain':
      put(sent.row);
      // The intent stays open: the next run waits for its deadline and looks
      if (sent.mayStillCome) return void (await recover(planId, target, context, signal));
      return judged(sent.row, planId, target, context, signal);
    default:
      return sent satisfies never;
  }
}

/** The platform failed on it or refused it, and said so: what was done of it is looked up at once, and it is not sent again by itself. */
async function judged(
  row: StoredRow,
  planId: string,
  target: Target,
  context: EngineContext,
  signal: AbortSignal,
): Promise<void> {
  const verdict = await verdictOf(row, target, context, signal);
  const wasRefused = row.status !== null && row.status < 500;
  const isRefused = verdict === 'not-applied' ? wasRefused || mayGoOn(row, context) : wasRefused && verdict === 'unknown';
  const state = isRefused ? 'refused' : verdict;
  await settle(planId, { row: { ...row, state }, verdict: state === 'refused' ? 'refused' : verdict }, target, context);
}

/** Whether to go on after a row. */
function afterRow(planId: string, position: number, context: EngineContext): void {
  const { state } = context.plans.row(planId, position) ?? {};
  const { stopOnError, canary } = known(planId, context);
  const wasSent = state === 'applied' || errors.includes(state ?? '');
  if (stopOnError && errors.includes(state ?? '')) {
    // Where nothing is left to be sent, there is nothing to stop
    if (context.plans.first(planId, 'planned') !== null) pause(planId, context, 'error');
    return;
  }
  if (canary === null || !wasSent) return;
  if (canary > 1) return change(planId, context, () => ({ canary: canary - 1 }));
  change(planId, context, () => ({ canary: null }));
  if (context.plans.first(planId, 'planned') !== null) pause(planId, context, 'canary');
}

/** Whether the plan has rows that were not sent. */
function hasUnsent(planId: string, { plans }: EngineContext): boolean {
  return (['planned', 'needs-secret', 'drifted'] as const).some((state) => plans.first(planId, state) !== null);
}

/** No row is left to be sent: what waits, waits for the person. */
async function finish(planId: string, context: EngineContext): Promise<void> {
  const { plans, clock } = context;
  if (plans.first(planId, 'needs-secret') !== null) return change(planId, context, () => ({ state: 'waiting' }));
  if (plans.first(planId, 'drifted') !== null) return pause(planId, context, 'drift');
  change(planId, context, () => ({ state: 'done', pausedWhy: null, finishedAt: clock.now() }));
  await forgetSecrets(planId, context);
}

/** Delete the secrets of a plan that has ended. */
export async function forgetSecrets(planId: string, { plans, box }: EngineContext): Promise<void> {
  const refs = plans.rows(planId).flatMap(({ write }) => refsIn(write));
  await box.forget(refs, plans.stored(planId)?.keepSecrets === true);
}

export function pause(
  planId: string,
  context: EngineContext,
  why: NonNullable<StoredPlan['pausedWhy']>,
  failure: Failure | null = null,
): void {
  const to = { state: 'paused', pausedWhy: why, failure: failure && shownFailure(failure) } as const;
  change(planId, context, ({ state }) => (state === 'applying' || state === 'waiting' ? to : {}));
}

export function change(planId: string, context: EngineContext, to: (plan: StoredPlan) => Partial<StoredPlan>): void {
  const plan = known(planId, context);
  context.plans.put({ ...plan, ...to(plan) });
  context.touch(planId);
}

/** Fails: `missing`. */
export function known(planId: string, { plans }: Pick<EngineContext, 'plans'>): StoredPlan {
  const plan = plans.stored(planId);
  if (plan === null) throw new Failure('missing', 'no such plan');
  return plan;
}

/** How far it is: rows that have their end, of all. */
export function progressOf(planId: string, { plans }: Pick<EngineContext, 'plans'>) {
  const counts = plans.counts(planId);
  const rows = Object.entries(counts) as [StoredRow['state'], number][];
  const total = rows.reduce((sum, [, n]) => sum + n, 0);
  const done = rows.reduce((sum, [state, n]) => sum + (isOver({ state }) ? n : 0), 0);
  return { total, done, applied: counts.applied ?? 0 };
}
