import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { planAndApply } from '../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesState } from './push-rules-state.svelte.ts';

/** Why the draft cannot be written now; null when it can. Read reactively. */
export function saveReason(stores: Stores, pageState: PushRulesState): string | null {
  if (pageState.wrongField !== null) return words.fixFirst(words.fields[pageState.wrongField]);
  if (!pageState.isDraft && !pageState.isCreating) return words.nothingToSave;
  return writeReason(stores);
}

/** Write the draft: make the rule where none is defined, else change the fields that differ. */
export async function save(stores: Stores, pageState: PushRulesState): Promise<void> {
  const isNew = pageState.rule === null;
  pageState.refusal = null;
  const outcome = await planAndApply(stores, {
    ...aboutGroup(pageState),
    calls: [
      {
        op: isNew ? 'push-rules.create' : 'push-rules.edit',
        path: pathOf(pageState),
        body: pageState.changes,
        label: pageState.name,
        seen: pageState.seen,
      },
    ],
    title: () => (isNew ? words.writeTitle.create : words.writeTitle.edit),
    done: () => (isNew ? words.created(pageState.name) : words.saved(pageState.name)),
  });
  if (outcome.kind === 'refused') pageState.refusal = outcome.failure;
  if (outcome.kind !== 'applied') return;
  // What was written is shown before the draft goes, or the former rule would come back for a moment
  await pageState.stored.refresh();
  pageState.discard();
}

/** Delete the rule, so that the inherited one holds again. The plan is always shown: making it again loses some. */
export async function reset(stores: Stores, pageState: PushRulesState): Promise<void> {
  const outcome = await planAndApply(stores, {
    ...aboutGroup(pageState),
    calls: [{ op: 'push-rules.remove', path: pathOf(pageState), label: pageState.name }],
    title: () => words.resetTitle,
    done: () => words.resetDone(pageState.name),
    consequence: words.resetWhat,
    isDestructive: true,
    isShown: true,
  });
  if (outcome.kind !== 'applied') return;
  // What was written is shown before the draft goes, or the former rule would come back for a moment
  await pageState.stored.refresh();
  pageState.discard();
}

function aboutGroup({ name, scope }: PushRulesState) {
  return { scope, scopeName: name };
}

function pathOf({ group }: PushRulesState): { id: string | number } {
  return { id: group.ref };
}
