import { randomUUID } from 'node:crypto';
import { RE2JS } from 're2js';
import { isGitlab } from '../gitlab/dialect.ts';
import { headersInDialect } from '../gitlab/names.ts';
import type { Project } from '../world/projects.ts';
import type { Incoming } from '../world/webhook-delivery.ts';
import type { HookEvent, Trigger, Webhook, WebhookEvent } from '../world/webhooks.ts';
import type { World } from '../world/world.ts';

const REDACTED = '[REDACTED]';

/** A kind of event: the flag that enables it, and its names. */
export interface EventKind {
  flag: Trigger;
  /** `Push Hook`. */
  header: string;
  /** `push_hooks`. */
  trigger: string;
}

/** The webhooks of a project that have this kind of event enabled and are not paused. `branch`: of a push. */
export function subscribedWebhooks(world: World, project: Project, { flag }: EventKind, branch?: string): Webhook[] {
  return world.webhooks
    .of(project.id)
    .filter((hook) => hook.triggers.has(flag) && world.webhooks.alertStatus(hook) === 'executable')
    .filter((hook) => branch === undefined || fitsBranch(hook, branch));
}

/** Sends an event to all these webhooks at once, and waits until each has replied or failed. */
export async function sendToWebhooks(
  world: World,
  hooks: readonly Webhook[],
  { header, trigger }: EventKind,
  data: unknown,
) {
  const uuid = randomUUID();
  await Promise.all(
    hooks.map((hook) =>
      deliver(world, hook, { header, trigger, data: () => data, uuid, idempotencyKey: randomUUID() }),
    ),
  );
}

/** Sends one event to one webhook, and keeps a record of it (document 1:208-217). */
export async function deliver(world: World, hook: Webhook, event: HookEvent): Promise<WebhookEvent> {
  const body = bodyOf(hook, event.data());
  const answer =
    body === undefined
      ? { status: null, headers: {}, body: 'The custom webhook template does not make valid JSON', durationS: 0 }
      : await world.webhookSender.send({
          url: interpolated(hook.url, hook),
          headers: { ...secretsOf(world, hook), ...headersOf(world, hook, event) },
          body,
          verifiesTls: hook.enable_ssl_verification,
        });
  return recordDelivery(world, hook, event, answer);
}

/** Keeps a record of a delivery, and counts its result. */
export function recordDelivery(
  world: World,
  hook: Webhook,
  event: HookEvent,
  { status, headers, body, durationS }: Incoming,
  atMs = world.clock.now(),
): WebhookEvent {
  const own = headersOf(world, hook, event);
  const redacted = redactedOf(world, hook);
  const sent = hook.custom_webhook_template === '' ? undefined : bodyOf(hook, event.data());
  world.webhooks.count(hook, status !== null && status >= 200 && status < 300, atMs);
  return world.webhooks.events.add({
    webhook_id: hook.id,
    url: hook.url,
    trigger: event.trigger,
    request_headers: () => ({ ...own, ...redacted }),
    request_data: sent === undefined ? event.data : () => JSON.parse(sent) as unknown,
    response_headers: headers,
    response_body: body,
    execution_duration: durationS,
    response_status: status === null ? 'internal error' : String(status),
    created_at: atMs,
    event,
  });
}

/** The secret headers of every delivery to a webhook. */
const secretsOf = (world: World, { custom_headers, token }: Webhook): Record<string, string> => ({
  ...Object.fromEntries(custom_headers.map(({ key, value }) => [key, value])),
  ...(token === null ? {} : headersInDialect(world.settings, { 'X-Service-Token': token })),
});

/** The names of the secret headers, with redacted values. */
export const redactedOf = (world: World, hook: Webhook) =>
  Object.fromEntries(Object.keys(secretsOf(world, hook)).map((name) => [name, REDACTED]));

/** The headers of every delivery (document 1:211). */
export const headersOf = (world: World, hook: Webhook, event: HookEvent): Record<string, string> =>
  headersInDialect(world.settings, {
    'Content-Type': 'application/json',
    'User-Agent': isGitlab(world) ? 'GitLab/18.5.2' : 'Service/1.0',
    'Idempotency-Key': event.idempotencyKey,
    'X-Service-Event': event.header,
    'X-Service-Webhook-UUID': hook.uuid,
    'X-Service-Instance': world.url,
    'X-Service-Event-UUID': event.uuid,
  });

/** Whether the branch of a push matches the filter of a webhook (document 1:67). */
export function fitsBranch({ branch_filter_strategy, push_events_branch_filter: filter }: Webhook, branch: string) {
  if (branch_filter_strategy === 'all_branches' || filter === '') return true;
  if (branch_filter_strategy === 'regex') return RE2JS.compile(filter).matcher(branch).find();
  const parts = filter.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(branch);
}

/** Replaces `{name}` in an address by the variable of that name. */
export const interpolated = (url: string, { url_variables }: Pick<Webhook, 'url_variables'>) =>
  url.replace(/\{([A-Za-z]\w*)\}/g, (text, name) => url_variables.find(({ key }) => key === name)?.value ?? text);

/** The event as JSON, or rendered with the template of the webhook; undefined if the result is not JSON. */
function bodyOf({ custom_webhook_template: template }: Webhook, data: unknown): string | undefined {
  if (template === '') return JSON.stringify(data);
  const body = template.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_, path: string) => textOf(valueAt(data, path)));
  try {
    JSON.parse(body);
    return body;
  } catch {
    return undefined;
  }
}

function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], data);
}

/** Escaped for a JSON string. */
function textOf(value: unknown) {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
}
