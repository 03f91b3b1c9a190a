import { count } from './moments.ts';

/** Texts of notices about webhooks. `name`: the name or address of the webhook; `status`: as the platform sends it. */
export const webhookNotices = {
  disabled: {
    title: (name: string) => `Webhook ${name} is disabled`,
    paused: (until: string) => `The instance sends nothing to it until ${until}.`,
    body: (status: string) => `The instance reports the alert status “${status}”.`,
    first: 'Webhooks disabled',
    recovered: (name: string) => `Webhook ${name} is enabled again`,
  },
  reported: {
    title: (name: string) => `The instance reports a problem with webhook ${name}`,
    first: 'Webhooks with a reported problem',
  },
  failing: {
    title: (name: string) => `Deliveries of webhook ${name} fail`,
    body: (n: number) => `The last ${count(n)} deliveries failed.`,
    first: 'Webhooks whose last 3 deliveries failed',
    recovered: (name: string) => `Deliveries of webhook ${name} succeed again`,
  },
};
