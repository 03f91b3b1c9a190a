import { z } from 'zod';
import { collection } from './collection.ts';
import { between, instant } from './kit.ts';
import { WebhookEvent } from './webhooks.ts';

/**
 * A delivery with the time when a sync first returned it, because the platform reports no time, and with the status and
 * the time of its last resend by Reeve.
 */
export const SeenWebhookEvent = WebhookEvent.extend({
  first_seen_at: instant.nullish(),
  /** A status code, or the message of the platform if the receiver did not respond. */
  resent_status: z.string().nullish(),
  resent_at: instant.nullish(),
});

/**
 * A status code, or a class of results with the documented names. `failed`: any result but a code from 200 to 299.
 * `no_response`: a text of the platform in place of a code.
 */
export const WebhookEventListFilter = z.object({
  status: z
    .union([
      z.enum(['successful', 'failed', 'client_failure', 'server_failure', 'no_response']),
      z.number().int().min(100).max(599),
    ])
    .optional(),
  code: z.number().int().min(100).max(599).optional(),
  trigger: z.string().min(1).optional(),
  ...between('seen'),
});
export type WebhookEventListFilter = z.infer<typeof WebhookEventListFilter>;

/** Deliveries of a project webhook: `project:7/hook:9`. The platform keeps them for 7 days (document 1:70). */
export const webhookEvents = collection({
  row: SeenWebhookEvent,
  lists: { 'project/hook': 'GET /projects/:id/hooks/:hook_id/events' },
  title: ['trigger', 'url'],
  about: 'response_status',
  columns: {
    first_seen_at: 'moment',
    trigger: 'text',
    response_status: 'text',
    execution_duration: 'number',
    resent_status: 'text',
  },
  order: { by: 'first_seen_at', direction: 'desc' },
  searched: ['trigger', 'url', 'response_status', 'response_body', 'request_data', 'request_headers'],
  recorded: false,
  hasLongTexts: true,
  indexes: [['first_seen_at'], ['trigger'], ['response_status'], ['execution_duration']],
  groups: {
    delivery: [
      'trigger',
      'url',
      'response_status',
      'execution_duration',
      'first_seen_at',
      'resent_status',
      'resent_at',
      'id',
    ],
    request: ['request_headers', 'request_data'],
    response: ['response_headers', 'response_body'],
  },
  counted: ['trigger', 'response_status'],
  filter: WebhookEventListFilter,
  where: {
    trigger: 'equal',
    seen_after: { by: 'after', column: 'first_seen_at' },
    seen_before: { by: 'before', column: 'first_seen_at' },
  },
  expires: true,
  isInPalette: false,
  isCounted: false,
});
