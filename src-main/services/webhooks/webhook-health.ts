import type { Webhook, WebhookEvent } from '#shared/contract/webhooks.ts';
import { fromIso } from '#shared/time.ts';

type Alert = Pick<Webhook, 'alert_status' | 'disabled_until'>;

/** The end of a pause in which the platform sends nothing, in epoch milliseconds; null: there is none now. */
export function pausedUntil({ disabled_until: until }: Alert, now: number): number | null {
  const at = until === null || until === undefined ? null : fromIso(until);
  return at !== null && at > now ? at : null;
}

/**
 * Whether the platform reports a problem of the webhook. Matches the figure `webhooksAlerting`. Every value of
 * `alert_status` except `executable` counts as a problem, because the documents do not list the values.
 */
export function isAlerting(hook: Alert, now: number): boolean {
  const { alert_status: status } = hook;
  return pausedUntil(hook, now) !== null || (typeof status === 'string' && status !== '' && status !== 'executable');
}

/** Whether the platform has disabled the webhook and sends nothing to it now. Matches the figure `webhooksDisabled`. */
export function isDisabled(hook: Alert, now: number): boolean {
  return pausedUntil(hook, now) !== null || hook.alert_status?.includes('disabled') === true;
}

export function hasSucceeded({ response_status: status }: Pick<WebhookEvent, 'response_status'>): boolean {
  return /^2\d\d$/.test(String(status ?? ''));
}

/** How many of the newest deliveries failed in a row. `newest`: newest first. */
export function failedInARow(newest: readonly Pick<WebhookEvent, 'response_status'>[]): number {
  const at = newest.findIndex(hasSucceeded);
  return at === -1 ? newest.length : at;
}
