import { randomUUID } from 'node:crypto';
import type { StoredPlan, StoredRow } from '#main/state/plans.ts';
import type { Plan } from '#shared/contract/changes.ts';
import { Failure, isStoreFailure } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { undoTitle } from '#shared/text/en/plan-title.ts';
import { seconds } from '#shared/time.ts';
import {
  applyPlan,
  updatePlan,
  forgetInputs,
  requirePlan,
  pausePlan,
  progressOf,
  stagedKeysOf,
  type PlanProgress,
} from './apply.ts';
import { draftRows, type RequestedWrite } from './draft.ts';
import { plainFailure } from './payload.ts';
import { refsIn, refText } from '../masking/masking.ts';
import { stagedText } from '../staged/staged-values.ts';
import { compareAgain } from './compare-row.ts';
import type { TargetInstance, EngineContext } from './engine-context.ts';
import { endLostWrites } from './reconcile.ts';
import { undoKindOfEntries, undoRows } from './undo.ts';
import { refusalOf, estimate } from './estimate.ts';

interface Needs extends EngineContext {
  /** Start the job that applies a plan, or wake the one that waits. */
  start(planId: string, profileId: string): unknown;
  /** Let the waiting jobs of a profile retry at once. */
  wake(profileId: string): void;
}

/** Delay after the start, so that the jobs of plans check their lost writes first. */
const lostCheckMs = seconds(5);

/**
 * Draft, apply and undo plans. Reads and writes the platform only through a plan's target instance.
 * Decision: build/decisions/0008-only-the-engine-can-write.md
 */
export function planEngine(needs: Needs) {
  const { plans, journal, outcomes, planSecrets, staged, clock, planChanged } = needs;
  const running = new Set<string>();
  const closing = new AbortController();
  /** By plan ID: ends the wait of `pauseOnceStored`. */
  const pauses = new Map<string, AbortController>();
  /** Why plans wait whose pauses can't be stored: their jobs have failed, and the stored plans are still being applied. */
  const unstored = new Map<string, StoredPlan['failure']>();

  /** A plan with the counts of its rows. */
  function summary(stored: StoredPlan): Plan {
    const { keepSecrets: _, instance: __, ...plan } = stored;
    const counts = plans.counts(plan.id);
    const failure = plan.state === 'applying' ? unstored.get(plan.id) : undefined;
    return {
      ...plan,
      ...(failure && { state: 'waiting', failure }),
      total: Object.values(counts).reduce((sum, n) => sum + n, 0),
      counts,
      ...journal.undoCounts(plan.id),
    };
  }
  const get = (planId: string): Plan => summary(requirePlan(planId, needs));

  async function create(
    rows: readonly StoredRow[],
    target: TargetInstance,
    how: Partial<Pick<StoredPlan, 'keepSecrets' | 'undoOf' | 'undoes' | 'title'>>,
  ): Promise<Plan> {
    const { keepSecrets = false, undoOf = null, title = null, undoes } = how;
    const plan: StoredPlan = {
      id: randomUUID(),
      profileId: target.profile.id,
      title,
      createdAt: clock.now(),
      finishedAt: null,
      state: 'draft',
      pausedWhy: null,
      ...estimate(rows, needs, target, clock.now(), undoes),
      refusal: refusalOf(rows, target),
      canary: null,
      stopOnError: true,
      undoOf,
      ...(undoes && { undoes }),
      failure: null,
      keepSecrets,
      instance: target.profile.url,
    };
    if (keepSecrets) await planSecrets.keep(rows.flatMap(({ write }) => refsIn(write)));
    plans.add(plan, rows);
    planChanged(plan.id);
    return summary(plan);
  }

  async function estimateAgain(planId: string): Promise<Plan> {
    const target = await needs.targetOf(requirePlan(planId, needs).profileId);
    // Reads the plan again, because another window may have applied it meanwhile
    updatePlan(planId, needs, ({ undoes }) => estimate(plans.rows(planId), needs, target, clock.now(), undoes));
    return get(planId);
  }

  /** Fails: `denied`/`read-only`; `conflict` if the address of the profile has changed. */
  async function requireWritable({ profileId, instance }: StoredPlan): Promise<void> {
    const { profile } = await requireSameInstance(profileId, instance);
    if (profile.readOnly) throw new Failure('denied', 'this profile is read-only', { reason: 'read-only' });
  }

  /** The target of a profile. Fails: `conflict` if the address of the profile has changed since. */
  async function requireSameInstance(profileId: string, instance: string): Promise<TargetInstance> {
    const target = await needs.targetOf(profileId);
    if (target.profile.url === instance) return target;
    const message = words.otherInstance(instance);
    throw new Failure('conflict', message, { field: 'instance', reportedMessage: message });
  }

  async function rowsWithoutSecrets(planId: string): Promise<StoredRow[]> {
    const rows = plans.rows(planId, { states: ['planned', 'needs-secret', 'drifted'], text: refText });
    const lacking: StoredRow[] = [];
    for (const row of rows) {
      const refs = refsIn(row.write);
      if ((await planSecrets.valuesOf(refs)).size < refs.length) lacking.push(row);
    }
    return lacking;
  }

  /** Wake a waiting job, or start a new one. Repeats until the job runs, because an earlier job may just be ending. */
  async function startJob(planId: string): Promise<void> {
    needs.wake(requirePlan(planId, needs).profileId);
    for (let tries = 0; tries < 200; tries += 1) {
      const plan = plans.stored(planId);
      if (plan === null || plan.state !== 'applying' || running.has(planId)) return;
      needs.start(planId, plan.profileId);
      await clock.sleep(25, closing.signal);
    }
  }
  function startInBackground(planId: string): Plan {
    void startJob(planId).catch(() => undefined);
    return get(planId);
  }

  /**
   * Pause the plan. While the disk or the database refuses to store this, try again every 5 s, until the plan continues or
   * ends, or Reeve closes.
   */
  async function pauseOnceStored(planId: string, why: Failure): Promise<void> {
    pauses.get(planId)?.abort();
    const ending = new AbortController();
    pauses.set(planId, ending);
    while (!running.has(planId)) {
      try {
        pausePlan(planId, needs, 'error', why);
        return void unstored.delete(planId);
      } catch (thrown) {
        unstored.set(planId, plainFailure(why));
        needs.planChanged(planId, { isNewState: true });
        if (!isStoreFailure(Failure.from(thrown))) return;
      }
      await clock.sleep(seconds(5), AbortSignal.any([closing.signal, ending.signal]));
    }
  }

  async function cancelPlan(planId: string, why: Failure | null): Promise<Plan> {
    const plan = requirePlan(planId, needs);
    if (plan.state === 'done' || plan.state === 'cancelled') return summary(plan);
    const failure = why && plainFailure(why);
    outcomes.transaction(() => {
      for (const row of plans.rows(planId, { states: ['planned', 'needs-secret', 'drifted'] })) {
        plans.putRow(planId, { ...row, state: 'skipped', ...(failure && { failure }) });
      }
      updatePlan(planId, needs, () => ({ state: 'cancelled', finishedAt: clock.now(), pausedWhy: null, failure }));
    });
    pauses.get(planId)?.abort();
    needs.stops.get(planId)?.abort();
    needs.wake(plan.profileId);
    if (journal.open(planId).length === 0) await forgetInputs(planId, needs);
    return get(planId);
  }

  return {
    get,
    summary,
    /** A draft of these writes. Fails: `invalid` with the field. */
    draft: async (
      wanted: readonly RequestedWrite[],
      target: TargetInstance,
      about: Partial<Pick<StoredPlan, 'keepSecrets' | 'title'>>,
      signal: AbortSignal,
    ) => create(await draftRows(wanted, { target, context: needs, signal }), target, about),
    /** A draft of the same writes, of the rows in these states. Fails: `conflict` when there is none. */
    again: async (
      planId: string,
      {
        states,
        journalIds,
        title = null,
      }: {
        states: readonly StoredRow['state'][];
        journalIds?: readonly number[] | undefined;
        title?: StoredPlan['title'] | undefined;
      },
      signal: AbortSignal,
    ): Promise<Plan> => {
      const { profileId, instance, ...how } = requirePlan(planId, needs);
      const rows = plans.rows(planId, { states });
      const chosen = rows.filter(({ journalId }) => journalIds?.includes(journalId ?? -1) ?? true);
      const wanted = chosen.map(({ write, label, place, detail, undoOfEntry }): RequestedWrite => {
        return { ...write, name: { label, place, detail }, ...(undoOfEntry !== null && { undoOfEntry }) };
      });
      if (wanted.length === 0)
        throw new Failure('conflict', 'no row of this plan is in one of these states', { field: 'states' });
      const target = await requireSameInstance(profileId, instance);
      return create(await draftRows(wanted, { target, context: needs, signal }), target, { ...how, title });
    },
    drop: async (planId: string, positions: readonly number[]): Promise<Plan> => {
      const target = await needs.targetOf(requirePlan(planId, needs).profileId);
      const { keepSecrets, profileId } = requireState(requirePlan(planId, needs), ['draft']);
      const positionsToDrop = new Set(positions);
      const dropped = plans.rows(planId).filter(({ position }) => positionsToDrop.has(position));
      outcomes.transaction(() => {
        plans.dropRows(planId, positions);
        for (const row of compareAgain(plans.rows(planId), target, needs)) plans.putRow(planId, row);
      });
      staged.release(profileId, stagedKeysOf(dropped));
      await planSecrets.forget(
        dropped.flatMap(({ write }) => refsIn(write)),
        keepSecrets,
      );
      return estimateAgain(planId);
    },
    /** Delete the plans of a removed profile and their secrets. The outcome of its unfinished writes stays unknown. */
    removeOf: async (profileId: string): Promise<void> => {
      for (const plan of plans.list()) {
        if (plan.profileId !== profileId) continue;
        pauses.get(plan.id)?.abort();
        await forgetInputs(plan.id, needs);
      }
      plans.removeOf(profileId);
      journal.markUnknown(profileId, clock.now());
      needs.journalChanged();
    },
    /** Delete a draft. `keepsFiles`: its staged files are kept, because another plan will use them. */
    discard: async (planId: string, { keepsFiles = false }: { keepsFiles?: boolean } = {}): Promise<void> => {
      const { keepSecrets, profileId } = requireState(requirePlan(planId, needs), ['draft']);
      const refs = plans.rows(planId, { text: refText }).flatMap(({ write }) => refsIn(write));
      const keys = keepsFiles ? [] : stagedKeysOf(plans.rows(planId, { text: stagedText }));
      plans.remove(planId);
      staged.release(profileId, keys);
      await planSecrets.forget(refs, keepSecrets);
    },
    giveSecret: async (planId: string, field: string, value: string): Promise<Plan> => {
      const plan = requirePlan(planId, needs);
      // Fails if the profile is being removed: the secret would stay in the keychain
      await needs.targetOf(plan.profileId);
      for (const row of await rowsWithoutSecrets(planId)) {
        const refs = refsIn(row.write);
        const has = await planSecrets.valuesOf(refs);
        const given = refs.filter((ref) => ref.field === field && !has.has(ref.secretRef));
        for (const ref of given) planSecrets.set(ref, value);
        if (plan.keepSecrets) await planSecrets.keep(given);
      }
      // Also rows that need no secret themselves but wait for an earlier row about the same resource
      for (const row of plans.rows(planId, { states: ['needs-secret'] })) {
        const refs = refsIn(row.write);
        const isWhole = (await planSecrets.valuesOf(refs)).size === refs.length;
        const now = plans.row(planId, row.position);
        if (isWhole && now?.state === 'needs-secret') plans.putRow(planId, { ...now, state: 'planned' });
      }
      planChanged(planId);
      const isWhole = (await rowsWithoutSecrets(planId)).length === 0;
      if (!isWhole || requirePlan(planId, needs).state !== 'waiting') return get(planId);
      updatePlan(planId, needs, () => ({ state: 'applying', failure: null }));
      return startInBackground(planId);
    },
    apply: async (
      planId: string,
      { canary, stopOnError, confirm }: { canary: number | null; stopOnError: boolean; confirm?: string | undefined },
    ): Promise<Plan> => {
      const plan = requirePlan(planId, needs);
      await requireWritable(plan);
      requireState(plan, ['draft']);
      const { confirmation } = plan;
      if (confirmation.kind === 'name' && confirm?.trim() !== confirmation.name.trim()) {
        throw new Failure('conflict', 'the typed name differs', { reason: 'needs-confirmation', field: 'confirm' });
      }
      const lacking = await rowsWithoutSecrets(planId);
      // Another window may have applied the plan meanwhile
      requireState(requirePlan(planId, needs), ['draft']);
      if (lacking.length > 0) {
        for (const row of lacking) plans.putRow(planId, { ...row, state: 'needs-secret' });
        planChanged(planId);
        throw new Failure('denied', 'a secret is missing', {
          reason: 'needs-secret',
          field: lacking.flatMap(({ write }) => refsIn(write))[0]?.field,
        });
      }
      updatePlan(planId, needs, () => ({ state: 'applying', pausedWhy: null, failure: null, canary, stopOnError }));
      return startInBackground(planId);
    },
    pause: (planId: string): Plan => {
      requireState(requirePlan(planId, needs), ['applying', 'waiting', 'paused']);
      pausePlan(planId, needs, 'person');
      needs.stops.get(planId)?.abort();
      needs.wake(requirePlan(planId, needs).profileId);
      return get(planId);
    },
    resume: async (planId: string, acceptDrift: boolean): Promise<Plan> => {
      await requireWritable(requirePlan(planId, needs));
      requireState(requirePlan(planId, needs), ['applying', 'waiting', 'paused']);
      if (acceptDrift) {
        for (const row of plans.rows(planId, { states: ['drifted'] })) {
          plans.putRow(planId, { ...row, state: 'planned', acceptsDrift: true });
        }
      }
      updatePlan(planId, needs, () => ({ state: 'applying', pausedWhy: null, failure: null }));
      return startInBackground(planId);
    },
    /** Skip the rows that were not sent. A write that is being sent still gets its outcome. */
    cancel: (planId: string): Promise<Plan> => cancelPlan(planId, null),
    /**
     * Cancel a plan whose caller got a failure instead of a result, so that it is not sent later. `why`: that failure.
     */
    giveUp: (planId: string, why: Failure): Promise<Plan> => cancelPlan(planId, why),
    /** A draft that undoes a plan, or single journal entries. Fails: `conflict`/`no-undo`; `missing`. */
    undo: async (of: { planId: string } | { journalIds: readonly number[] }, signal: AbortSignal): Promise<Plan> => {
      const entries =
        'planId' in of
          ? journal.appliedOf(requirePlan(of.planId, needs).id)
          : of.journalIds.map((id) => {
              const entry = journal.get(id);
              if (entry === null) throw new Failure('missing', 'no such entry');
              return entry;
            });
      const places = new Map(
        entries.map(({ profileId, instance }) => [`${profileId} ${instance}`, { profileId, instance }]),
      );
      if (places.size > 1)
        throw new Failure('invalid', 'the entries belong to several instances', { field: 'journalIds' });
      const planIds = new Set(entries.map(({ planId }) => planId));
      const undoOf = 'planId' in of ? of.planId : planIds.size === 1 ? ([...planIds][0] ?? null) : null;
      const [place] = places.values();
      if (place === undefined) throw new Failure('conflict', 'nothing was applied', { reason: 'no-undo' });
      const target = await requireSameInstance(place.profileId, place.instance);
      const work = { target, context: needs, signal };
      const undoes = await undoKindOfEntries(entries, work);
      const rows = await undoRows(entries, work);
      const undone = undoOf === null ? null : plans.stored(undoOf);
      // The title contains the number of rows. The undo of one write can need two rows; then the number would be wrong
      const title = rows.length === entries.length ? undoTitle(undone?.title ?? null, entries) : null;
      return create(rows, target, { undoOf, undoes, title });
    },
    /** The work of a plan's job. Fails: as `applyPlan` does. */
    work: async (planId: string, signal: AbortSignal, progress: PlanProgress): Promise<void> => {
      running.add(planId);
      pauses.get(planId)?.abort();
      unstored.delete(planId);
      try {
        await applyPlan(planId, needs, signal, progress);
        if (requirePlan(planId, needs).state === 'cancelled') await forgetInputs(planId, needs);
      } finally {
        running.delete(planId);
        needs.sends.end(planId);
      }
    },
    /**
     * Record writes of earlier runs as unknown if reading can't tell their outcome, even if the job of their plan does
     * not run. Resolves when none is left. Fails: `aborted`.
     */
    endLostWrites: async (): Promise<void> => {
      for (let waitMs = lostCheckMs; waitMs > 0;) {
        await clock.sleep(waitMs, closing.signal);
        const idle = plans.unfinished().filter(({ id }) => !running.has(id));
        waitMs = Math.max(0, ...idle.map(({ id }) => endLostWrites(id, needs)));
        for (const { id, state } of idle) {
          if (state === 'cancelled' && journal.open(id).length === 0) await forgetInputs(id, needs);
        }
      }
    },
    exists: (planId: string): boolean => plans.stored(planId) !== null,
    /** The job of a plan has failed and does not continue. */
    gaveUp: (planId: string, why: Failure): void => void pauseOnceStored(planId, why).catch(() => undefined),
    progress: (planId: string) => progressOf(planId, needs),
    unfinished: plans.unfinished,
    /** End all waits. Plans that are being applied end with their jobs. */
    close: (): void => closing.abort(),
  };
}

function requireState(plan: StoredPlan, states: readonly StoredPlan['state'][]): StoredPlan {
  if (states.includes(plan.state)) return plan;
  throw new Failure('conflict', `this plan is ${plan.state}`, { field: 'planId' });
}
