import { webhookPage } from '#shared/text/en/webhook-page.ts';
import type { Picked } from '../../console/actions.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../stores/context.ts';
import type { WriteCall } from '../../stores/plans/writes.ts';
import type { Delivery } from './delivery.ts';

type NewWebhook = NonNullable<WriteCall['body']>;

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

/** Create a webhook in a project, given by its ID or path. */
export function createWebhook(
  stores: Stores,
  { project, body, fields }: { project: string | number; body: NewWebhook; fields: readonly string[] },
): Promise<Outcome> {
  const words = webhookPage.create;
  return planAndApply(stores, {
    calls: [{ op: 'webhooks.create', path: { id: project }, body }],
    title: () => words.planTitle,
    consequence: words.consequence,
    done: ({ label }) => words.done(label),
    fields,
  });
}
