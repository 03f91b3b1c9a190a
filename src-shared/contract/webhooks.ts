import { z } from 'zod';
import { collection } from './collection.ts';
import { allValues, type ValueOf } from './dialect-values.ts';
import { command, epochMs, instant, nullish, query, Scope } from './kit.ts';

/** Events that a webhook can be called for, in any dialect. */
export const webhookTriggers = allValues('webhookTriggers');
export type WebhookTrigger = ValueOf<'webhookTriggers'>;

const triggers = <T extends z.ZodType>(each: T): Record<WebhookTrigger, T> =>
  Object.fromEntries(webhookTriggers.map((name) => [name, each])) as Record<WebhookTrigger, T>;

/** A project webhook (document 1:67). The values of custom headers and variables are never returned. */
export const Webhook = z.looseObject({
  id: z.number().int(),
  project_id: z.number().int().nullish(),
  ...nullish(z.string(), 'url', 'name', 'description', 'push_events_branch_filter', 'branch_filter_strategy'),
  ...triggers(z.boolean().nullish()),
  enable_ssl_verification: z.boolean().nullish(),
  alert_status: z.string().nullish(),
  disabled_until: instant.nullish(),
  url_variables: z.array(z.looseObject({ key: z.string().nullish() })).nullish(),
  created_at: instant.nullish(),
  custom_webhook_template: z.string().nullish(),
  custom_headers: z.array(z.looseObject({ key: z.string().nullish() })).nullish(),
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with the path of its project, which Reeve adds so that a search finds the webhook by it. */
export const WebhookOfProject = Webhook.extend({ project_path: z.string().nullish() });

/** A stored delivery (document 1:70); the platform keeps them for 7 days. */
export const WebhookEvent = z.looseObject({
  id: z.number().int(),
  ...nullish(z.string(), 'url', 'trigger'),
  request_headers: z.record(z.string(), z.unknown()).nullish(),
  request_data: z.unknown().optional(),
  response_headers: z.record(z.string(), z.unknown()).nullish(),
  response_body: z.string().nullish(),
  /** In seconds. */
  execution_duration: z.number().nullish(),
  /** A status code as text, or a text of the platform for a delivery without a response. */
  response_status: z.union([z.string(), z.number()]).nullish(),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Filter of deliveries: one status code or a class of them (document 1:178). */
export const WebhookEventFilter = z.object({
  status: z.union([z.enum(allValues('deliveryStatuses')), z.number().int().min(100).max(599)]).optional(),
});

/** The response of the receiver to a resent delivery (document 1:179). */
export const WebhookResent = z.looseObject({ response_status: z.union([z.number(), z.string()]).nullish() });

const Pair = z.strictObject({ key: z.string().min(1), value: z.string() });

/**
 * A new webhook. Some parameters are shown (document 1:180), the others are fields of the resource (document 1:67) or
 * needed for a delivery (`token`, document 1:213), see readings 8.
 */
export const WebhookCreate = z.strictObject({
  /** Can contain `{key}`, also in the host. */
  url: z.string().min(1),
  name: z.string().optional(),
  description: z.string().optional(),
  ...triggers(z.boolean().optional()),
  push_events_branch_filter: z.string().optional(),
  branch_filter_strategy: z.enum(['wildcard', 'regex', 'all_branches']).optional(),
  enable_ssl_verification: z.boolean().optional(),
  custom_webhook_template: z.string().optional(),
  /** Sent with every delivery as `X-Service-Token`. */
  token: z.string().optional(),
  custom_headers: z.array(Pair).optional(),
  /** The value of `{key}` in the URL. */
  url_variables: z.array(Pair).optional(),
});

export const WebhookListFilter = z.object({
  /**
   * `alerting`: the platform reports a problem or a pause. `disabled`: it sends nothing now. `failing`: alerting, but not
   * disabled. The values of `alert_status` are not documented.
   */
  state: z.enum(['alerting', 'failing', 'disabled', 'executable']).optional(),
  enable_ssl_verification: z.boolean().optional(),
  alert_status: z.string().min(1).optional(),
});
export type WebhookListFilter = z.infer<typeof WebhookListFilter>;

/**
 * What Reeve observed of the deliveries of a webhook. `scope`: the place of the deliveries, `project:7/hook:9`.
 * `failing`: how many of the newest ones failed in a row.
 */
export const WatchedWebhook = z.object({ scope: Scope, isAlerting: z.boolean(), failing: z.number().int() });
export type WatchedWebhook = z.infer<typeof WatchedWebhook>;

/** A time whose deliveries Reeve never saw, because the platform lists them for 7 days only. */
export const WebhookGap = z.object({ scope: Scope, from: epochMs, until: epochMs });
export type WebhookGap = z.infer<typeof WebhookGap>;

/** Webhooks of projects: `project:ID`. */
export const webhooks = collection({
  row: WebhookOfProject,
  lists: { project: 'GET /projects/:id/hooks' },
  one: 'GET /projects/:id/hooks/:hook_id',
  setup: { position: 90, role: 'maintainer' },
  title: ['name', 'url'],
  about: 'url',
  place: { kind: 'hook', id: 'id' },
  columns: {
    name: 'normal',
    url: 'text',
    alert_status: 'text',
    disabled_until: 'moment',
    enable_ssl_verification: 'flag',
    created_at: 'moment',
  },
  // Paused webhooks first
  order: { by: 'disabled_until', direction: 'desc' },
  searched: ['name', 'url', 'description', 'project_path'],
  recorded: {
    also: [...webhookTriggers, 'push_events_branch_filter', 'branch_filter_strategy', 'custom_webhook_template'],
    not: ['project_path'],
  },
  indexes: [['name'], ['disabled_until'], ['created_at']],
  groups: {
    webhook: [
      'name',
      'url',
      'description',
      'alert_status',
      'disabled_until',
      'created_at',
      'project_path',
      'project_id',
      'id',
    ],
    triggers: webhookTriggers,
    delivery: [
      'branch_filter_strategy',
      'push_events_branch_filter',
      'enable_ssl_verification',
      'url_variables',
      'custom_headers',
      'custom_webhook_template',
    ],
  },
  counted: ['alert_status', 'enable_ssl_verification'],
  filter: WebhookListFilter,
  where: { enable_ssl_verification: 'flag', alert_status: 'equal' },
  verbs: {
    /** The observed states of all known webhooks. */
    watched: query(z.object({}).optional(), z.object({ hooks: z.array(WatchedWebhook), gaps: z.array(WebhookGap) })),
    /** The window shows these deliveries: check them now, and every 2 minutes for the next 5. */
    watch: command(z.object({ scope: Scope }), z.object({})),
  },
});
