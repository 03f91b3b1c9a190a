import type { Plan } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { Stores } from '../../stores/context.ts';
import { planTone } from '../../stores/plan-jobs.ts';
import { withInstance } from './instance.ts';

/** Show how a plan ended that continued without its dialog. */
export function showEnded(stores: Stores, plan: Plan): void {
  const { changes } = stores;
  const title = words.titleOf(plan);
  showMessage({
    tone: planTone(plan),
    title: words.ended(title),
    text: withInstance(stores, plan.profileId, words.summary(plan)),
    id: `plan ${plan.id}`,
    action: { label: words.show, run: () => void changes.show(plan.id, { isNew: false }) },
  });
}
