import type { Plan, PlanRow, PlanTitle } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { exactTime } from '#shared/text/en/moments.ts';
import { rowName } from '#shared/text/en/row-name.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { Changes, PlanWords } from '../../stores/plans/changes.svelte.ts';
import type { WriteCall, WriteOnRows } from '../../stores/plans/writes.ts';
import type { Stores } from '../../stores/context.ts';
import { withInstance } from './instance.ts';
import { failureOf, rowsLeft } from './progress.ts';
import { undoLater } from './undo.ts';

/** A change that a console requests, with its texts. */
export interface Change extends PlanWords {
  /** Verb and number, also on the button: "Pause 14 runners". Default: built from the operations. */
  title?: ((rows: number) => string) | undefined;
  /** Writes by name, or ... */
  calls?: WriteCall[];
  /** ... one write on the chosen rows of a list. */
  onRows?: WriteOnRows;
  /** Keep its secrets in the keychain until the plan ends, so that it survives a restart. */
  keepSecrets?: boolean;
  /** Show the plan even if nothing requires that. */
  isShown?: boolean;
  /** Fields of the form that requests the change. A problem with one of them is returned, not shown as a message. */
  fields?: readonly string[];
  /** The form that requests the change explains every refusal, so no message is shown. */
  explainsRefusals?: boolean;
}

/**
 * The outcome of a change. `refused`: nothing was changed; has the operation, and the plan if one was shown. `isShown`:
 * a message or the plan has already shown the refusal; otherwise the form must show it. `why`: what the form knows
 * about the cause. `ended`: a part was changed or may have been changed, or the plan was canceled. `left`: the dialog
 * was closed before the end; `plan` continues in the background; null: it was discarded unsent.
 */
export type Outcome =
  | { kind: 'applied'; plan: Plan; row: PlanRow | null }
  | { kind: 'unchanged' }
  | { kind: 'refused'; failure: Failure; op?: string; plan?: Plan; isShown?: boolean; why?: string | undefined }
  | { kind: 'ended'; plan: Plan }
  | { kind: 'left'; plan: Plan | null };

/**
 * Create a plan and apply it. A single reversible write is sent at once, and a message offers to undo it. Anything else
 * is shown in the plan dialog (`PlanHost`). Fails: never rejects.
 */
export async function planAndApply(stores: Stores, change: Change): Promise<Outcome> {
  // The instance that is shown now: another window can open another instance while the plan is created
  const profileId = stores.profiles.openId;
  const on = (text: string | null): string => withInstance(stores, profileId, text);
  try {
    return await createAndApply(stores, change, profileId ?? undefined);
  } catch (thrown) {
    return showRefusal(on, change, ofField(Failure.from(thrown)));
  }
}

/** Field of the form for a field of a call: the core names it by its position (`calls.0.tag_list`). */
function ofField(failure: Failure): Failure {
  const [, field] = /^calls\.0\.([^.]+)/.exec(failure.field ?? '') ?? [];
  return field === undefined ? failure : Failure.fromData({ ...failure.toData(), field });
}

async function createAndApply(stores: Stores, change: Change, profileId?: string): Promise<Outcome> {
  const { changes } = stores;
  const about = { title: titleOf(change), profileId };
  const single = change.isShown === true ? undefined : oneCall(change);
  if (single !== undefined) {
    const ran = await runIfPlain(changes, single, about);
    if (ran !== null) return showOutcome(stores, change, ran.plan, ran.row);
  }
  const { calls, onRows, keepSecrets } = change;
  const plan = await changes.plan({ calls, onRows, keepSecrets, ...about });
  changes.setWords(plan.id, planWordsOf(change));
  if (change.isShown !== true) {
    const planned = plan.counts.planned ?? 0;
    if (plan.total > 0 && planned === 0 && plan.counts.unchanged === plan.total) return showUnchanged(stores, plan);
    if (plan.confirmation.kind === 'none' && plan.total === 1) return applyPlain(stores, change, plan);
  }
  return showPlan(stores, plan.id, true);
}

async function runIfPlain(changes: Changes, call: WriteCall, about: Parameters<Changes['run']>[1]) {
  try {
    return await changes.run(call, about);
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (failure.reason === 'needs-plan') return null;
    throw failure;
  }
}

async function applyPlain(stores: Stores, change: Change, plan: Plan): Promise<Outcome> {
  const { changes } = stores;
  const ended = await changes.applyNow(plan.id);
  const row = await changes.firstRow(plan.id);
  if (row === null || ended.state === 'paused' || ended.state === 'waiting') {
    return showPlan(stores, plan.id);
  }
  return showOutcome(stores, change, ended, row);
}

/** Show the outcome of a write that had no dialog. */
async function showOutcome(stores: Stores, change: Change, plan: Plan, row: PlanRow): Promise<Outcome> {
  const { changes } = stores;
  const title = words.titleOf(plan);
  const on = (text: string | null) => withInstance(stores, plan.profileId, text);
  changes.setWords(plan.id, planWordsOf(change));
  switch (row.state) {
    case 'applied': {
      if (row.reveal !== null) return await showPlan(stores, plan.id);
      undoLater(stores, { plan, row, done: change.done?.(row) ?? `${title}: ${rowName(row)}`, link: change.link });
      return { kind: 'applied', plan, row };
    }
    case 'unchanged':
      showMessage({ title: words.single.unchanged, text: on(whyUnchanged(row)) });
      return { kind: 'unchanged' };
    case 'refused':
    case 'failed-again':
    case 'skipped':
    case 'not-applied':
      return showRefusal(on, change, failureOf(row), title);
    // Nothing was sent yet: ask in the dialog
    case 'planned':
    case 'drifted':
    case 'needs-secret':
      return showPlan(stores, plan.id);
    case 'sending':
    case 'unknown': {
      const show = (): void => void changes.show(plan.id, { isNew: false });
      const text = on(row.waitsUntil === null ? null : words.single.later(exactTime(row.waitsUntil)));
      const action = { label: words.single.show, run: show };
      showMessage({ tone: 'warn', title: words.single.unknown(title), text, action });
      return { kind: 'ended', plan };
    }
  }
}

async function showUnchanged(stores: Stores, plan: Plan): Promise<Outcome> {
  const row = plan.total === 1 ? await stores.changes.firstRow(plan.id) : null;
  // A draft without anything to send is useless. If it cannot be deleted, Activity still shows it.
  void stores.changes.discard(plan.id).catch(() => undefined);
  const { total } = plan;
  const why = row === null ? words.facts.unchanged(total, total) : whyUnchanged(row);
  const text = withInstance(stores, plan.profileId, why);
  showMessage({ title: words.single.unchanged, text });
  return { kind: 'unchanged' };
}

const whyUnchanged = (row: PlanRow): string =>
  row.reportedMessage === null ? words.single.unchangedWhy(rowName(row)) : `${rowName(row)}: ${row.reportedMessage}`;

function showRefusal(
  on: (text: string) => string,
  change: Change,
  failure: Failure,
  title = change.title?.(1),
): Outcome {
  const op = change.onRows?.op ?? change.calls?.[0]?.op ?? '';
  const { field, reason, nextStep, text, original } = refusalOf(op, failure, change.fields);
  const isShown = field === null && change.explainsRefusals !== true && failure.code !== 'aborted';
  if (isShown) {
    if (title === undefined) showMessage({ tone: 'bad', title: reason, text: on(nextStep), original });
    else showMessage({ tone: 'bad', title: words.single.refused(title), text: on(text), original });
  }
  return { kind: 'refused', failure, op, isShown };
}

/** Show a plan in the dialog, and return its outcome when the dialog is left. */
async function showPlan({ changes }: Stores, planId: string, isNew = false): Promise<Outcome> {
  const left = await changes.show(planId, { isNew });
  const plan = left?.state === 'applying' ? await endedOf(changes, left) : left;
  if (plan === null || (plan.state !== 'done' && plan.state !== 'cancelled')) return { kind: 'left', plan };
  const { applied = 0, unknown = 0, sending = 0, unchanged: same = 0 } = plan.counts;
  if (applied === plan.total - same) return { kind: 'applied', plan, row: null };
  if (applied + unknown + sending > 0) return { kind: 'ended', plan };
  // All rows were refused: the form is shown again with its input.
  const row = await changes.firstRow(plan.id, ['refused', 'not-applied']);
  if (row === null) return { kind: 'ended', plan };
  return { kind: 'refused', failure: failureOf(row), op: row.op, plan, isShown: true };
}

/**
 * The rows of a plan show their outcome shortly before the plan ends. If the person closed the dialog in between, wait for
 * the end, because nothing is left to send. Any other plan continues in the background.
 */
async function endedOf(changes: Changes, left: Plan): Promise<Plan> {
  const now = await changes.reload(left.id).catch(() => left);
  return rowsLeft(now) === 0 ? changes.settled(now.id) : now;
}

/** The refusal for a certain field. The form shows it at this field, with `why` if it knows more than the platform. */
export function refusedAt(outcome: Outcome & { kind: 'refused' }, field: string, why?: string): Outcome {
  return { ...outcome, why, failure: Failure.fromData({ ...outcome.failure.toData(), field }) };
}

/** The texts only: calls may contain secrets, which are not stored. */
function planWordsOf({ done, link, consequence, isDestructive, formerTexts }: Change): PlanWords {
  return { done, link, consequence, isDestructive, formerTexts };
}

function titleOf({ title }: Change): PlanTitle | undefined {
  return title && words.titleFrom(title);
}

function oneCall({ calls, onRows }: Change): WriteCall | undefined {
  return onRows === undefined && calls?.length === 1 ? calls[0] : undefined;
}
