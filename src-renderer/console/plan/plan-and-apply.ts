import type { Plan, PlanRow, PlanTitle } from '#shared/contract/changes.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { exactTime } from '#shared/text/en/moments.ts';
import { explainWrite } from '#shared/text/en/refusals.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { Changes, PlanWords } from '../../stores/plans/changes.svelte.ts';
import type { WriteCall, WriteOnRows } from '../../stores/plans/writes.ts';
import type { Stores } from '../../stores/context.ts';
import { withInstance } from './instance.ts';
import { rowsLeft } from './progress.ts';
import { undoLater } from './undo.ts';

/** What a person wants changed, and how the console says it. */
export interface Change extends PlanWords {
  /** Verb and number, also on the button: "Pause 14 runners". Without it, the title is built from the operations. */
  title?: ((rows: number) => string) | undefined;
  /** Writes by name, or ... */
  calls?: WriteCall[];
  /** ... one write on the chosen rows of a list. */
  onRows?: WriteOnRows;
  /** Keep its secrets in the keychain until it is over, so that it survives a restart. */
  keepSecrets?: boolean;
  /** Show the plan even where nothing asks for it. */
  isShown?: boolean;
  /** Fields of the form that asked: what is wrong with one of them is answered, not told in a message. */
  fields?: readonly string[];
}

/**
 * What became of it. `refused`: nothing was changed, and the person was told unless `failure.field` is one of the form's
 * `fields`; with the op that was, and the plan where one was shown. `ended`: part of it was changed, or may have been, or
 * it was cancelled. `left`: the dialog was left before the end; `plan` goes on by itself, null: it was given up unsent.
 */
export type Outcome =
  | { kind: 'applied'; plan: Plan; row: PlanRow | null }
  | { kind: 'unchanged' }
  | { kind: 'refused'; failure: Failure; op?: string; plan?: Plan }
  | { kind: 'ended'; plan: Plan }
  | { kind: 'left'; plan: Plan | null };

/**
 * Make a plan and apply it, the way every console does: one reversible write at once, with a message that takes it back;
 * anything else in the plan dialog, which `PlanHost` draws. Never rejects.
 */
export async function planAndApply(stores: Stores, change: Change): Promise<Outcome> {
  // The instance that the person sees: while a plan is made, any window may open another one
  const profileId = stores.profiles.openId;
  const on = (text: string | null): string => withInstance(stores, profileId, text);
  try {
    return await applied(stores, change, profileId ?? undefined);
  } catch (thrown) {
    return refused(on, change, ofField(Failure.from(thrown)));
  }
}

/** The core names a field by its place in the calls (`calls.0.tag_list`); a form knows it by its name. */
function ofField(failure: Failure): Failure {
  const [, field] = /^calls\.0\.([^.]+)/.exec(failure.field ?? '') ?? [];
  return field === undefined ? failure : Failure.fromData({ ...failure.toData(), field });
}

async function applied(stores: Stores, change: Change, profileId?: string): Promise<Outcome> {
  const { changes } = stores;
  const about = { title: titleOf(change), profileId };
  const single = change.isShown === true ? undefined : oneCall(change);
  if (single !== undefined) {
    const ran = await runIfPlain(changes, single, about);
    if (ran !== null) return told(stores, change, ran.plan, ran.row);
  }
  const { calls, onRows, keepSecrets } = change;
  const plan = await changes.plan({ calls, onRows, keepSecrets, ...about });
  changes.say(plan.id, saidOf(change));
  if (change.isShown !== true) {
    const planned = plan.counts.planned ?? 0;
    if (plan.total > 0 && planned === 0 && plan.counts.unchanged === plan.total) return unchanged(stores, plan);
    if (plan.confirmation.kind === 'none' && plan.total === 1) return applyPlain(stores, change, plan);
  }
  return shown(stores, change, plan.id, true);
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
    return shown(stores, change, plan.id);
  }
  return told(stores, change, ended, row);
}

/** Say what became of a write that needed no dialog. */
async function told(stores: Stores, change: Change, plan: Plan, row: PlanRow): Promise<Outcome> {
  const { changes } = stores;
  const title = words.titleOf(plan);
  const on = (text: string | null) => withInstance(stores, plan.profileId, text);
  changes.say(plan.id, saidOf(change));
  switch (row.state) {
    case 'applied': {
      if (row.reveal !== null) return await shown(stores, change, plan.id);
      undoLater(stores, { plan, row, done: change.done?.(row) ?? `${title}: ${row.label}` });
      return { kind: 'applied', plan, row };
    }
    case 'unchanged':
      showMessage({ title: words.single.unchanged, text: on(words.single.unchangedWhy(row.label)) });
      return { kind: 'unchanged' };
    case 'refused':
    case 'skipped':
    case 'not-applied':
      return refused(on, change, atField(failureOf(row), change.fields), title);
    // Nothing was sent: the person is asked
    case 'planned':
    case 'drifted':
    case 'needs-secret':
      return shown(stores, change, plan.id);
    case 'sending':
    case 'unknown': {
      const look = (): void => void changes.show(plan.id, { isNew: false });
      const text = on(row.waitsUntil === null ? null : words.single.later(exactTime(row.waitsUntil)));
      const action = { label: words.single.look, run: look };
      showMessage({ tone: 'warn', title: words.single.unknown(title), text, action });
      return { kind: 'ended', plan };
    }
  }
}

function unchanged(stores: Stores, plan: Plan): Outcome {
  // A draft that would send nothing is of no use; should it stay, Activity shows it.
  void stores.changes.discard(plan.id).catch(() => undefined);
  const { total } = plan;
  const text = withInstance(stores, plan.profileId, words.facts.unchanged(total, total));
  showMessage({ title: words.single.unchanged, text });
  return { kind: 'unchanged' };
}

function refused(on: (text: string) => string, change: Change, failure: Failure, title = change.title?.(1)): Outcome {
  const op = change.onRows?.op ?? change.calls?.[0]?.op ?? '';
  const isForForm = failure.field !== undefined && change.fields?.includes(failure.field) === true;
  if (!isForForm && failure.code !== 'aborted') {
    const { what, wayOut } = explainWrite(op, failure);
    const text = on([failure.said?.replace(/[^.!?]$/, '$&.') ?? what, wayOut].join(' '));
    showMessage({ tone: 'bad', title: title === undefined ? what : words.single.refused(title), text });
  }
  return { kind: 'refused', failure, op };
}

/** Put a plan into the dialog, and say what became of it when that is left. */
async function shown({ changes }: Stores, change: Change, planId: string, isNew = false): Promise<Outcome> {
  const left = await changes.show(planId, { isNew });
  const plan = left?.state === 'applying' ? await endedOf(changes, left) : left;
  if (plan === null || (plan.state !== 'done' && plan.state !== 'cancelled')) return { kind: 'left', plan };
  const { applied = 0, unknown = 0, sending = 0, unchanged: same = 0 } = plan.counts;
  if (applied === plan.total - same) return { kind: 'applied', plan, row: null };
  if (applied + unknown + sending > 0) return { kind: 'ended', plan };
  // All of it was refused: a form comes back with what was written in it.
  const row = await changes.firstRow(plan.id, ['refused', 'not-applied']);
  if (row === null) return { kind: 'ended', plan };
  return { kind: 'refused', failure: atField(failureOf(row), change.fields), op: row.op, plan };
}

/**
 * The rows of a plan show their outcome shortly before the plan ends. If the person closed the dialog in between, wait for
 * the end, because nothing is left to send. Any other plan continues in the background.
 */
async function endedOf(changes: Changes, left: Plan): Promise<Plan> {
  const now = await changes.ask(left.id).catch(() => left);
  return rowsLeft(now) === 0 ? changes.settled(now.id) : now;
}

/** Where the platform names a field in its sentence alone ("Username is taken"), the form shows it there all the same. */
function atField(failure: Failure, fields: readonly string[] = []): Failure {
  if (failure.field !== undefined) return failure;
  const said = `_${(failure.said ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}_`;
  const named = fields.filter((name) => said.includes(`_${name}_`));
  const [field] = named.toSorted((one, other) => said.indexOf(`_${one}_`) - said.indexOf(`_${other}_`));
  return field === undefined ? failure : Failure.fromData({ ...failure.toData(), field });
}

/** The words alone: calls may hold secrets, which are kept nowhere. */
function saidOf({ done, consequence, isDestructive, scopeName, scope }: Change): PlanWords {
  return { done, consequence, isDestructive, scopeName, scope };
}

function titleOf({ title }: Change): PlanTitle | undefined {
  return title && words.titleFrom(title);
}

function oneCall({ calls, onRows }: Change): WriteCall | undefined {
  return onRows === undefined && calls?.length === 1 ? calls[0] : undefined;
}

/** Why a row failed, as a failure that forms and messages understand. */
export function failureOf(row: PlanRow): Failure {
  const { failure, said, status } = row;
  const data = { ...(failure ?? { code: 'remote', message: 'refused' }) } as FailureData;
  return Failure.fromData({
    ...data,
    ...(said === null ? {} : { said }),
    ...(status === null ? {} : { status }),
  });
}
