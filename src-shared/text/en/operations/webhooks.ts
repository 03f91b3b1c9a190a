import { of } from '../operation-words.ts';

export const webhooks = {
  'webhooks.create': of('Create', 'webhook'),
  'webhooks.resend': { ...of('Resend', 'webhook delivery', 'webhook deliveries'), done: 'Delivered' },
};
