import type { Plan } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { tell } from '../../components/toasts.ts';
import type { Changes } from '../../stores/changes.svelte.ts';
import { toneOf } from './progress.ts';

/** Say how a plan ended that went on without its dialog. */
export function tellEnded(changes: Changes, plan: Plan): void {
  const title = changes.wordsOf(plan.id).title?.(plan.total) ?? words.titleOf(plan);
  const tone = toneOf(plan);
  tell({
    tone: tone === 'accent' ? 'plain' : tone,
    title: words.ended(title),
    text: words.summary(plan.counts),
    id: `plan ${plan.id}`,
    action: { label: words.show, run: () => void changes.show(plan.id, { isNew: false }) },
  });
}
