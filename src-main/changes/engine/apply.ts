import type { StoredPlan, StoredRow } from '#main/state/plans.ts';
import { Failure, isStoreFailure } from '#shared/errors.ts';
import { checkRestoredRows } from './restored-rows.ts';
import { withNewNumber } from './recreated-id.ts';
import { heldBy, lookedAtAgain } from './refresh-row.ts';
import { refsIn } from '../masking/masking.ts';
import { sendRow } from './send-row.ts';
import { settle } from './record-outcome.ts';
import { isOver, passes, type Target, type Workshop } from './engine-context.ts';
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
  shop: Workshop,
  signal: AbortSignal,
  report: () => void,
): Promise<void> {
  const { plans } = shop;
  const { profileId, instance } = known(planId, shop);
  try {
    const target = await shop.targetOf(profileId);
    change(planId, shop, ({ state }) => (state === 'waiting' ? { state: 'applying', failure: null } : {}));
    for (const position of await recover(planId, target, shop, signal)) afterRow(planId, position, shop);
    if (known(planId, shop).pausedWhy === 'restart' && !hasUnsent(planId, shop)) return await finish(planId, shop);
    for (;;) {
      report();
      if (known(planId, shop).state !== 'applying') return;
      const row = plans.first(planId, 'planned');
      if (row === null) return await finish(planId, shop);
      if (target.profile.readOnly || target.profile.url !== instance) return pause(planId, shop, 'error');
      if (row.mayHaveBeenSent === true) {
        // At each such row: more of them become ready while the plan runs, when a person gives their secret
        await checkRestoredRows(planId, target, shop, signal);
        continue;
      }
      await step(row, planId, target, shop, signal);
      afterRow(planId, row.position, shop);
    }
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (passes(failure)) {
      const why = { failure: shownFailure(failure) };
      change(planId, shop, ({ state }) => (state === 'applying' ? { state: 'waiting', ...why } : {}));
      const isStopped = known(planId, shop).state !== 'waiting';
      if (isStopped && shop.journal.open(planId).length === 0) return;
    } else if (failure.code !== 'aborted' && !isStoreFailure(failure)) pause(planId, shop, 'error', failure);
    throw failure;
  }
}

async function step(
  first: StoredRow,
  planId: string,
  target: Target,
  shop: Workshop,
  signal: AbortSignal,
): Promise<void> {
  const put = (row: StoredRow): void => {
    shop.plans.putRow(planId, row);
    shop.touch(planId);
  };
  const planned = withNewNumber(first, planId, target, shop);
  const refs = refsIn(planned.write);
  if ((await shop.box.valuesOf(refs)).size < refs.length) return put({ ...planned, state: 'needs-secret' });
  const held = heldBy(planned, planId, shop);
  if (held !== null) return put({ ...planned, state: held });
  const row = await lookedAtAgain(planned, planId, target, shop, signal);
  if (known(planId, shop).state !== 'applying') return;
  if (row.state !== 'planned') return put(row);
  const sent = await sendRow(row, planId, target, shop, signal);
  switch (sent.kind) {
    case 'held':
    case 'overtaken':
      // Overtaken: another plan has written to the same resource, so the row is read again first
      return;
    case 'applied':
    case 'refused':
      return settle(planId, { ...sent, verdict: sent.kind }, target, shop);
    case 'not-sent':
      throw sent.failure;
    case 'uncertain':
      put(sent.row);
      // The intent stays open: the next run waits for its deadline and looks
      if (sent.mayStillCome) return void (await recover(planId, target, shop, signal));
      return judged(sent.row, planId, target, shop, signal);
    default:
      return sent satisfies never;
  }
}

/** The platform failed on it or refused it, and said so: what was done of it is looked up at once, and it is not sent again by itself. */
async function judged(
  row: StoredRow,
  planId: string,
  target: Target,
  shop: Workshop,
  signal: AbortSignal,
): Promise<void> {
  const verdict = await verdictOf(row, target, shop, signal);
  const wasRefused = row.status !== null && row.status < 500;
  const isRefused = verdict === 'not-applied' ? wasRefused || mayGoOn(row, shop) : wasRefused && verdict === 'unknown';
  const state = isRefused ? 'refused' : verdict;
  await settle(planId, { row: { ...row, state }, verdict: state === 'refused' ? 'refused' : verdict }, target, shop);
}

/** Whether to go on after a row. */
function afterRow(planId: string, position: number, shop: Workshop): void {
  const { state } = shop.plans.row(planId, position) ?? {};
  const { stopOnError, canary } = known(planId, shop);
  const wasSent = state === 'applied' || errors.includes(state ?? '');
  if (stopOnError && errors.includes(state ?? '')) {
    // Where nothing is left to be sent, there is nothing to stop
    if (shop.plans.first(planId, 'planned') !== null) pause(planId, shop, 'error');
    return;
  }
  if (canary === null || !wasSent) return;
  if (canary > 1) return change(planId, shop, () => ({ canary: canary - 1 }));
  change(planId, shop, () => ({ canary: null }));
  if (shop.plans.first(planId, 'planned') !== null) pause(planId, shop, 'canary');
}

/** Whether the plan has rows that were not sent. */
function hasUnsent(planId: string, { plans }: Workshop): boolean {
  return (['planned', 'needs-secret', 'drifted'] as const).some((state) => plans.first(planId, state) !== null);
}

/** No row is left to be sent: what waits, waits for the person. */
async function finish(planId: string, shop: Workshop): Promise<void> {
  const { plans, clock } = shop;
  if (plans.first(planId, 'needs-secret') !== null) return change(planId, shop, () => ({ state: 'waiting' }));
  if (plans.first(planId, 'drifted') !== null) return pause(planId, shop, 'drift');
  change(planId, shop, () => ({ state: 'done', pausedWhy: null, finishedAt: clock.now() }));
  await forgetSecrets(planId, shop);
}

/** Delete the secrets of a plan that has ended. */
export async function forgetSecrets(planId: string, { plans, box }: Workshop): Promise<void> {
  const refs = plans.rows(planId).flatMap(({ write }) => refsIn(write));
  await box.forget(refs, plans.stored(planId)?.keepSecrets === true);
}

export function pause(
  planId: string,
  shop: Workshop,
  why: NonNullable<StoredPlan['pausedWhy']>,
  failure: Failure | null = null,
): void {
  const to = { state: 'paused', pausedWhy: why, failure: failure && shownFailure(failure) } as const;
  change(planId, shop, ({ state }) => (state === 'applying' || state === 'waiting' ? to : {}));
}

export function change(planId: string, shop: Workshop, to: (plan: StoredPlan) => Partial<StoredPlan>): void {
  const plan = known(planId, shop);
  shop.plans.put({ ...plan, ...to(plan) });
  shop.touch(planId);
}

/** Fails: `missing`. */
export function known(planId: string, { plans }: Pick<Workshop, 'plans'>): StoredPlan {
  const plan = plans.stored(planId);
  if (plan === null) throw new Failure('missing', 'no such plan');
  return plan;
}

/** How far it is: rows that have their end, of all. */
export function progressOf(planId: string, { plans }: Pick<Workshop, 'plans'>) {
  const counts = plans.counts(planId);
  const rows = Object.entries(counts) as [StoredRow['state'], number][];
  const total = rows.reduce((sum, [, n]) => sum + n, 0);
  const done = rows.reduce((sum, [state, n]) => sum + (isOver({ state }) ? n : 0), 0);
  return { total, done, applied: counts.applied ?? 0 };
}
