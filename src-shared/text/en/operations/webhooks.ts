import { of, planned } from '../operation-words.ts';

export const webhooks = {
  'webhooks.create': planned(of('Create', 'webhook')),
  'webhooks.resend': planned({ ...of('Resend', 'webhook delivery', 'webhook deliveries'), done: 'Delivered' }),
};
