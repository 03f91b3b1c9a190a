import { pushRules as words } from '#shared/text/en/push-rules.ts';
import { planAndApply } from '../../console/plan/plan-and-apply.ts';
import { remoteReason, writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { PushRulesDesk } from './desk.svelte.ts';

/** Why the draft cannot be written now; null when it can. Read reactively. */
export function saveReason(stores: Stores, desk: PushRulesDesk): string | null {
  if (desk.wrongField !== null) return words.fixFirst(words.fields[desk.wrongField]);
  if (!desk.isDraft && !desk.isCreating) return words.nothingToSave;
  return writeReason(stores);
}

/** Write the draft: make the rule where none is defined, else change the fields that differ. */
export async function save(stores: Stores, desk: PushRulesDesk): Promise<void> {
  const isNew = desk.rule === null;
  desk.refusal = null;
  const outcome = await planAndApply(stores, {
    ...aboutGroup(desk),
    calls: [
      {
        op: isNew ? 'push-rules.create' : 'push-rules.edit',
        path: pathOf(desk),
        body: desk.changes,
        label: desk.name,
        seen: desk.seen,
      },
    ],
    title: () => (isNew ? words.writeTitle.create : words.writeTitle.edit),
    done: () => (isNew ? words.created(desk.name) : words.saved(desk.name)),
  });
  if (outcome.kind === 'refused') desk.refusal = outcome.failure;
  if (outcome.kind !== 'applied') return;
  // What was written is shown before the draft goes, or the former rule would come back for a moment
  await desk.stored.refresh();
  desk.discard();
}

/** Delete the rule, so that the inherited one holds again. The plan is always shown: making it again loses some. */
export async function reset(stores: Stores, desk: PushRulesDesk): Promise<void> {
  const outcome = await planAndApply(stores, {
    ...aboutGroup(desk),
    calls: [{ op: 'push-rules.remove', path: pathOf(desk), label: desk.name }],
    title: () => words.resetTitle,
    done: () => words.resetDone(desk.name),
    consequence: words.resetWhat,
    isDestructive: true,
    isShown: true,
  });
  if (outcome.kind !== 'applied') return;
  // What was written is shown before the draft goes, or the former rule would come back for a moment
  await desk.stored.refresh();
  desk.discard();
}

/** Why the rule cannot be read again now; null when it can. */
export function readReason(stores: Stores): string | null {
  return remoteReason(stores);
}

function aboutGroup({ name, scope }: PushRulesDesk) {
  return { scope, scopeName: name };
}

function pathOf({ group }: PushRulesDesk): { id: string | number } {
  return { id: group.ref };
}
