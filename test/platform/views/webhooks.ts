import { iso } from '../clock.ts';
import { withMore } from '../gitlab/dialect.ts';
import { MORE_TRIGGERS, TRIGGERS } from '../world/webhooks.ts';
import type { Trigger, Webhook, WebhookEvent } from '../world/webhooks.ts';
import type { World } from '../world/world.ts';

/** Document 1, Project webhook. Neither the token nor the values of headers and variables are shown. */
export function webhookView(world: World, hook: Webhook) {
  const triggers = Object.fromEntries(
    withMore(world, TRIGGERS, MORE_TRIGGERS).map((name) => [name, hook.triggers.has(name)]),
  );
  return {
    id: hook.id,
    url: hook.url,
    name: hook.name,
    description: hook.description,
    created_at: iso(hook.created_at),
    project_id: hook.project_id,
    ...(triggers as Record<Trigger, boolean>),
    push_events_branch_filter: hook.push_events_branch_filter,
    branch_filter_strategy: hook.branch_filter_strategy,
    enable_ssl_verification: hook.enable_ssl_verification,
    alert_status: world.webhooks.alertStatus(hook),
    disabled_until: iso(hook.disabled_until),
    url_variables: hook.url_variables.map(({ key }) => ({ key })),
    custom_webhook_template: hook.custom_webhook_template,
    custom_headers: hook.custom_headers.map(({ key }) => ({ key })),
  };
}

/** Document 1, Project webhook event. */
export const webhookEventView = (event: WebhookEvent) => ({
  id: event.id,
  url: event.url,
  trigger: event.trigger,
  request_headers: event.request_headers(),
  request_data: event.request_data(),
  response_headers: event.response_headers,
  response_body: event.response_body,
  execution_duration: event.execution_duration,
  response_status: event.response_status,
});
