import type { Scope } from '#shared/contract/scope.ts';
import type { WatchedWebhook, WebhookGap } from '#shared/contract/webhooks.ts';
import { days, minutes, toIso } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** A window that shows a webhook says so this often. */
const watchEveryMs = minutes(2);
const keptAfterMs = days(7);

/** What Reeve observed about webhooks. Loaded again when rows change. The window frame shows a failure. */
export class WatchedWebhooks extends LastReply<{ hooks: WatchedWebhook[]; gaps: WebhookGap[] }> {
  gaps: readonly WebhookGap[] = $derived(this.value?.gaps ?? []);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  readonly #hooks = $derived(new Map(this.value?.hooks.map((one) => [one.scope, one])));

  constructor(session: Session) {
    const { webhooks, webhookEvents } = session.client;
    super(session, () => webhooks.watched(), [webhooks, webhookEvents]);
  }

  /** How many of the newest deliveries of a webhook failed in a row. */
  failingOf(scope: Scope): number {
    return this.#hooks.get(scope)?.failing ?? 0;
  }

  /** Let the core check the deliveries of a webhook now and often, until the returned function is called. */
  watch(scope: Scope): () => void {
    this.checkNow(scope);
    const timer = setInterval(() => this.checkNow(scope), watchEveryMs);
    return () => clearInterval(timer);
  }

  /** Let the core check the deliveries of a webhook now. A failure is shown with the list. */
  checkNow(scope: Scope): void {
    void this.session.client.webhooks.watch({ scope }).catch(() => undefined);
  }

  /** How many deliveries are older than the platform lists them. `scope` null: of all webhooks. Null: not known. */
  async keptOf(scope: Scope | null, now: number): Promise<number | null> {
    const query = { scope, filter: { seen_before: toIso(now - keptAfterMs) } };
    return this.session.client.webhookEvents.list({ query, slice: { from: 0, count: 1 } }).then(
      ({ total }) => total,
      () => null,
    );
  }
}
