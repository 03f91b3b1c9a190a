import { webhookPage } from '#shared/text/en/webhook-page.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'webhooks.create', title: webhookPage.create.action, keywords: 'create add hook' },
];
