import { webhookPage } from '#shared/text/en/webhook-page.ts';
import { webhooks } from '#shared/text/en/webhooks.ts';
import { fromIso } from '#shared/time.ts';
import { wordOf } from '../../console/values.ts';
import type { Hook } from './lists.ts';

const { states } = webhookPage;

/** How many failed deliveries in a row are shown as a warning. */
const warnFrom = 1;

/**
 * How a webhook is shown. `until`: the end of its pause, epoch milliseconds; null: it is not paused. The pause is compared
 * with the time of the call, so a pause that ends is only noticed with the next change of the row.
 */
export function hookState(
  { alert_status: status, disabled_until: end }: Hook,
  failing: number,
  now = Date.now(),
): { tone: 'ok' | 'warn' | 'bad'; label: string; until: number | null } {
  const at = end === null || end === undefined ? null : fromIso(end);
  const until = at !== null && at > now ? at : null;
  if (until !== null) return { tone: 'bad', label: states.paused, until };
  const hasAlert = typeof status === 'string' && status !== '' && status !== 'executable';
  if (hasAlert) return { tone: 'bad', label: states.alerting, until };
  return failing >= warnFrom ? { tone: 'warn', label: states.failing, until } : { tone: 'ok', label: states.ok, until };
}

/** The alert status in words: "Temporarily disabled". An unknown one is returned unchanged. */
export function statusWords(status: string): string {
  return wordOf(webhooks.values?.alert_status ?? {}, status);
}
