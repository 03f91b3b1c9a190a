import type { Scope } from '#shared/contract/scope.ts';
import type { WatchedWebhook, WebhookGap } from '#shared/contract/webhooks.ts';
import { days, minutes, toIso } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** A window that shows a webhook says so this often. */
const watchEveryMs = minutes(2);
const keptAfterMs = days(7);

/** The number of webhooks in each view of the page. */
export interface WebhookCounts {
  all: number;
  alerting: number;
  disabled: number;
  unverified: number;
}

/** What Reeve observed of the webhooks, and how many there are in each view; loaded again when rows change. */
export class WatchedWebhooks {
  gaps = $state.raw<readonly WebhookGap[]>([]);
  /** Null until loaded. */
  counts = $state.raw<WebhookCounts | null>(null);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  #hooks = $state.raw<ReadonlyMap<Scope, WatchedWebhook>>(new Map());
  readonly #session: Session;
  readonly #scope: Scope | null;

  /** Shape: `scope` null counts the webhooks of all known projects. */
  constructor(session: Session, scope: Scope | null) {
    this.#session = session;
    this.#scope = scope;
  }

  /** How many of the newest deliveries of a webhook failed in a row. */
  failingOf(scope: Scope): number {
    return this.#hooks.get(scope)?.failing ?? 0;
  }

  follow(): () => void {
    const { webhooks, webhookEvents } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [webhooks.changed(touch), webhookEvents.changed(touch)],
    );
  }

  /** Let the core check the deliveries of a webhook now and often, until the returned function is called. */
  watch(scope: Scope): () => void {
    this.checkNow(scope);
    const timer = setInterval(() => this.checkNow(scope), watchEveryMs);
    return () => clearInterval(timer);
  }

  /** Let the core check the deliveries of a webhook now. A failure is shown with the list. */
  checkNow(scope: Scope): void {
    void this.#session.client.webhooks.watch({ scope }).catch(() => undefined);
  }

  /** How many deliveries are older than the platform lists them. `scope` null: of all webhooks. Null: not known. */
  async keptOf(scope: Scope | null, now: number): Promise<number | null> {
    const query = { scope, filter: { seen_before: toIso(now - keptAfterMs) } };
    try {
      return (await this.#session.client.webhookEvents.list({ query, slice: { from: 0, count: 1 } })).total;
    } catch {
      return null;
    }
  }

  async #load(): Promise<void> {
    const { webhooks } = this.#session.client;
    const countOf = async (filter: object): Promise<number> =>
      (await webhooks.list({ query: { scope: this.#scope, filter }, slice: { from: 0, count: 1 } })).total;
    try {
      const [watched, all, alerting, disabled, unverified] = await Promise.all([
        webhooks.watched(),
        countOf({}),
        countOf({ state: 'alerting' }),
        countOf({ state: 'disabled' }),
        countOf({ enable_ssl_verification: false }),
      ]);
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
      this.#hooks = new Map(watched.hooks.map((one) => [one.scope, one]));
      this.gaps = watched.gaps;
      this.counts = { all, alerting, disabled, unverified };
    } catch {
      // The cache is closed, which the frame shows
    }
  }
}
