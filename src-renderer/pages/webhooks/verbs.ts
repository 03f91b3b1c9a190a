import { webhookPage } from '#shared/text/en/webhook-page.ts';

export const create = { id: 'webhooks.create', label: webhookPage.create.action, keywords: 'new add hook' };
