import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesState } from './push-rules-state.svelte.ts';

/** Why the draft can't be saved now; null if it can. Read reactively. */
export function saveReason(stores: Stores, pageState: PushRulesState): string | null {
  if (pageState.wrongField !== null) return words.fixFirst(words.fields[pageState.wrongField]);
  if (!pageState.isKnown) return words.draft.syncFirst;
  if (!pageState.isDraft && !pageState.isNew) return words.nothingToSave;
  return writeReason(stores);
}

/** Save the draft: create the rule if the group has none, else send the changed fields. */
export async function save(stores: Stores, pageState: PushRulesState): Promise<void> {
  const isNew = pageState.rule === null;
  pageState.refusal = null;
  await pageState.patterns.checkNow(pageState.regexes);
  if (pageState.wrongField !== null) return;
  const outcome = await planAndApply(stores, {
    calls: [
      {
        op: isNew ? 'push-rules.create' : 'push-rules.edit',
        path: pathOf(pageState),
        body: pageState.changes,
        seen: pageState.seen,
      },
    ],
    title: () => (isNew ? words.writeTitle.create : words.writeTitle.edit),
    done: () => (isNew ? words.created(pageState.name) : words.saved(pageState.name)),
  });
  if (outcome.kind === 'refused') pageState.refusal = outcome.failure;
  await discardAfter(outcome, pageState);
}

/**
 * Delete the rule, so that the inherited one applies. The plan is always shown, because an undo can't restore
 * everything.
 */
export async function reset(stores: Stores, pageState: PushRulesState): Promise<void> {
  const outcome = await planAndApply(stores, {
    calls: [{ op: 'push-rules.remove', path: pathOf(pageState) }],
    title: () => words.resetTitle,
    done: () => words.resetDone(pageState.name),
    consequence: words.resetWhat,
    isDestructive: true,
    isShown: true,
  });
  await discardAfter(outcome, pageState);
}

/** Refresh the rule, then discard the draft. In the other order, the form would show the previous rule for a moment. */
async function discardAfter({ kind }: Outcome, pageState: PushRulesState): Promise<void> {
  if (kind !== 'applied') return;
  await pageState.stored.refresh();
  pageState.discard();
}

function pathOf({ group }: PushRulesState): { id: string | number } {
  return { id: group.ref };
}
