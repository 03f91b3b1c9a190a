import { alternating } from '#main/changes/engine/limited-rows.ts';
import { writesForSelection } from '#main/changes/plan-file/selection.ts';
import { maxRows, planText, tooManyRows, writesOfPlanFile } from '#main/changes/plan-file/plan-file.ts';
import type { PlanUploads } from '#main/changes/plan-file/plan-uploads.ts';
import type { RequestedWrite } from '#main/changes/engine/draft.ts';
import type { TargetInstance } from '#main/changes/engine/engine-context.ts';
import type { StoredRow } from '#main/state/plans.ts';
import { PlanRow, type Plan } from '#shared/contract/changes.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { exportName, saveFile, type FileExports } from '../exports/file-exports.ts';
import type { Instance } from '../instances/instance.ts';
import type { TextParser } from '../text-parser.ts';
import type { WriteEngine } from './write-engine.ts';

/** Everything that writes to the platform goes through these verbs. */
export function changes(
  open: () => Instance,
  { engine, context, planSecrets, until }: WriteEngine,
  fileExports: FileExports,
  uploads: PlanUploads,
  texts: TextParser,
) {
  const { plans } = context;
  function target(seen?: string): Promise<TargetInstance> {
    const { id, name } = open().profile;
    if (seen === undefined || seen === id) return context.targetOf(id);
    const message = words.otherOpen(name);
    throw new Failure('conflict', message, { field: 'instance', reportedMessage: message });
  }

  /** A row as a window may see it. */
  function shown(row: StoredRow): PlanRow {
    const isRevealed = row.reveal !== null && !planSecrets.hasMinted(row.reveal);
    return PlanRow.parse(isRevealed ? { ...row, reveal: null } : row);
  }

  return {
    plan: async ({ calls = [], onRows: chosen, keepSecrets, title = null, profileId }, signal) => {
      const at = await target(profileId);
      const more: RequestedWrite[] = chosen === undefined ? [] : alternating(await writesForSelection(chosen, at));
      const wanted = [...calls, ...more];
      if (wanted.length === 0) throw new Failure('invalid', 'nothing to change', { field: 'calls' });
      if (wanted.length > maxRows) throw tooManyRows('calls');
      return engine.draft(wanted, at, { keepSecrets, title }, signal);
    },
    run: async ({ title = null, profileId, ...call }, signal) => {
      const at = await target(profileId);
      if (at.profile.readOnly) throw new Failure('denied', 'this profile is read-only', { reason: 'read-only' });
      const draft = await engine.draft([call], at, { title }, signal);
      if (draft.confirmation.kind !== 'none') {
        // The caller creates a plan with the same files
        await engine.discard(draft.id, { keepsFiles: true });
        throw new Failure('conflict', 'this write requires a plan', { reason: 'needs-plan' });
      }
      await engine.apply(draft.id, { canary: null, stopOnError: false });
      const hasStopped = ({ state }: Plan): boolean => state !== 'draft' && state !== 'applying';
      const isReplyLost = (): boolean => (plans.row(draft.id, 0)?.waitsUntil ?? null) !== null;
      const ended = await until(draft.id, (plan) => hasStopped(plan) || isReplyLost(), signal);
      const row = plans.rows(draft.id)[0];
      if (row === undefined) throw new Failure('bug', 'a plan without rows');
      if (ended.state !== 'waiting' || row.state !== 'planned') return { plan: ended, row: shown(row) };
      const why =
        ended.failure === null ? new Failure('offline', 'no reply') : Failure.fromData(ended.failure as FailureData);
      await engine.giveUp(draft.id, why);
      throw why;
    },
    get: ({ planId }) => engine.get(planId),
    rows: ({ planId, states, slice }) => {
      const { total, counts } = engine.get(planId);
      const rowQuery = { ...slice, states: states ?? null };
      const matching = states?.reduce((sum, state) => sum + (counts[state] ?? 0), 0) ?? total;
      return { total: matching, from: slice.from, rows: plans.rows(planId, rowQuery).map(shown) };
    },
    list: () => ({ plans: plans.list().map(engine.summary) }),
    drop: ({ planId, positions }) => engine.drop(planId, positions),
    discard: async ({ planId }) => {
      await engine.discard(planId);
      return {};
    },
    save: async ({ planId }) => {
      const { profileId, createdAt } = engine.get(planId);
      const { profile } = await context.targetOf(profileId);
      const rows = plans.rows(planId);
      const name = exportName(`plan-${planId.slice(0, 8)}`, context.clock.now(), 'json');
      return saveFile(fileExports, name, planText({ createdAt }, rows, profile), { rows: rows.length });
    },
    upload: ({ key, text }) => ({ key: uploads.add(key, text) }),
    load: async (from, signal) => {
      const text = 'text' in from ? from.text : uploads.take(from.key);
      const at = await target();
      const file = await texts.read('planFile', { text }, signal);
      return engine.draft(writesOfPlanFile(file, at.profile, planSecrets), at, {}, signal);
    },
    giveSecret: ({ planId, field, value }) => engine.giveSecret(planId, field, value),
    apply: ({ planId, ...how }) => engine.apply(planId, how),
    pause: ({ planId }) => engine.pause(planId),
    resume: ({ planId, acceptDrift }) => engine.resume(planId, acceptDrift),
    cancel: ({ planId }) => engine.cancel(planId),
    again: ({ planId, ...which }, signal) => engine.again(planId, which, signal),
    undo: (of, signal) => engine.undo(of, signal),
  } satisfies Services<ReeveContract>['changes'];
}
