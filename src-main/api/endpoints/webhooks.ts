import { Webhook, WebhookCreate, WebhookEvent, WebhookEventFilter, WebhookResent } from '#shared/contract/webhooks.ts';
import { endpointWith, none, paged, table } from '../endpoint.ts';

const endpoint = endpointWith({ role: 'maintainer' });

export const webhooks = table('webhooks', {
  list: endpoint('GET /projects/:id/hooks', { ...paged(Webhook), doc: '1:176' }),
  get: endpoint('GET /projects/:id/hooks/:hook_id', { reply: Webhook, doc: '1:177' }),
  /** Only deliveries of the last 7 days. */
  listEvents: endpoint('GET /projects/:id/hooks/:hook_id/events', {
    ...paged(WebhookEvent, WebhookEventFilter),
    mostPerPage: 20,
    perDialect: { values: { status: 'deliveryStatuses' } },
    doc: '1:178',
  }),
  resend: endpoint('POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend', {
    reply: WebhookResent,
    undo: none('the receiver gets the event again'),
    limit: 'resend',
    doc: '1:179',
  }),
  create: endpoint('POST /projects/:id/hooks', {
    body: WebhookCreate,
    perDialect: { names: 'webhookTriggers' },
    reply: Webhook,
    undo: none('Reeve can’t delete webhooks'),
    secrets: ['token', 'custom_headers', 'url_variables'],
    doc: '1:180',
  }),
});
