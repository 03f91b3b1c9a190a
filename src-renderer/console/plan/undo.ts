import type { Plan, PlanRow } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import { undoResult } from '#shared/text/en/change-text.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';
import type { Message } from '../../components/messages/messages.svelte.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import { withInstance } from './instance.ts';
import type { Stores } from '../../stores/context.ts';
import { listPath, segmentOf } from '../../stores/window/address.ts';

interface Done {
  plan: Plan;
  row: PlanRow;
  /** "Paused runner 7". */
  done: string;
  link?: Message['link'];
}

/** Show that a write was applied, with an undo button if it can be undone. */
export function undoLater(stores: Stores, { plan, row, done, link }: Done): void {
  const run = (): void => void undoPlan(stores, { planId: plan.id });
  const opened = link ?? linkTo(stores, row);
  const lost = row.undo.kind === 'exact' ? null : words.undo(row.undo);
  showMessage({
    tone: 'ok',
    title: done,
    text: withInstance(stores, plan.profileId, ...(undoResult(row)?.details ?? []), lost),
    link: opened,
    ...(row.undo.kind === 'none' ? {} : { action: { label: words.single.undo, run } }),
  });
}

/** Opens the created row, if the page shows its list. */
function linkTo({ route }: Stores, { created }: PlanRow): Message['link'] {
  const { segments } = route;
  const depth = created === undefined ? 0 : segments.indexOf(segmentOf(created.collection)) + 1;
  if (created === undefined || depth === 0) return undefined;
  const path = `/${segments.slice(0, depth).map(encodeURIComponent).join('/')}`;
  const { id, scope } = created;
  return {
    label: words.single.show,
    run: () => route.navigate(listPath(path, { id, at: scope === '' ? null : scope })),
  };
}

/**
 * Undo a plan or single journal entries: at once if that takes one write to the open instance, otherwise in the plan
 * dialog, which names the instance. Shows why if it is impossible. Never rejects.
 */
export async function undoPlan(
  stores: Stores,
  what: { planId: string } | { journalIds: number[] },
): Promise<Plan | null> {
  const { changes, profiles } = stores;
  try {
    const plan = await changes.undo(what);
    if (plan.undoes?.kind === 'lossy') changes.setWords(plan.id, { consequence: words.thisUndo(plan.undoes) });
    const isElsewhere = plan.profileId !== profiles.openId;
    if (isElsewhere || plan.confirmation.kind !== 'none') return await changes.show(plan.id, { isNew: true });
    const ended = await changes.applyNow(plan.id);
    const row = await changes.firstRow(plan.id);
    if (ended.state !== 'done' || (row !== null && row.state !== 'applied' && row.state !== 'unchanged')) {
      return await changes.show(plan.id, { isNew: false });
    }
    if (row?.state === 'unchanged') {
      const why = words.single.undoneNothingWhy(row.label);
      showMessage({ title: words.single.undoneNothing, text: withInstance(stores, plan.profileId, why) });
      return ended;
    }
    const leaves = plan.undoes?.kind === 'none' ? null : (plan.undoes?.leaves ?? null);
    const { outcome: title, details } = (row && undoResult(row)) ?? { outcome: words.single.undone, details: [] };
    const text = withInstance(stores, plan.profileId, row?.label ?? null, ...details, leaves);
    const link = { label: words.single.show, run: () => void changes.show(plan.id, { isNew: false }) };
    showMessage(details.length === 0 ? { tone: 'ok', title, text } : { tone: 'warn', title, text, link });
    return ended;
  } catch (thrown) {
    const { text, original } = refusalOf('', Failure.from(thrown));
    showMessage({ tone: 'bad', title: words.undoFailed, text, original });
    return null;
  }
}
