import { webhookPage } from '#shared/text/en/webhook-page.ts';
import type { Picked } from '../../console/actions.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../stores/context.ts';
import type { Delivery } from './delivery.ts';

/** Resend the selected deliveries as one plan, in which the webhooks take turns. */
export function resendDeliveries(stores: Stores, { selection }: Pick<Picked<Delivery>, 'selection'>): Promise<Outcome> {
  const words = webhookPage.resend;
  return planAndApply(stores, {
    onRows: { op: 'webhooks.resend', collection: 'webhookEvents', selection },
    title: words.title,
    consequence: words.consequence,
    done: ({ label }) => words.done(label),
    isShown: true,
  });
}
