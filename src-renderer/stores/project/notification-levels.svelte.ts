import type { NotificationChain } from '#shared/contract/notification-settings.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { days, minutes } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { onEndedPlans } from '../loading/ended-plans.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

export type NotificationLink = NotificationChain['chain'][number];

const freshMs = minutes(5);
/** The levels of wider scopes are refreshed less often. */
const widerFreshMs = days(1);

/** The notification settings of a scope and of the scopes around it, from the cache. Writes refresh them. */
export class NotificationLevels extends LastReply<readonly NotificationLink[]> {
  readonly scope: Scope;
  /** The scope itself comes first, the instance last. Null until loaded. */
  chain = $derived(this.value ?? null);
  /** Why a refresh failed, by scope. */
  refreshFailures = $state.raw<Readonly<Record<Scope, Failure>>>({});
  isRefreshing = $state(false);

  constructor(session: Session, scope: Scope) {
    const { notificationSettings, catalogue } = session.client;
    const writes = onEndedPlans(session, 'notification-settings.', () => void this.refresh([scope]));
    const load = async () => (await notificationSettings.get({ scope })).chain;
    super(session, load, [notificationSettings, catalogue, writes]);
    this.scope = scope;
  }

  /** Refresh what is old, of this scope and of the scopes around it. */
  async refreshOld(): Promise<void> {
    if (this.chain === null) await this.load();
    await this.#refresh(
      (this.chain ?? []).map(({ scope }) => [scope, scope === this.scope ? freshMs : widerFreshMs] as const),
    );
  }

  async refresh(scopes: readonly Scope[] = (this.chain ?? []).map(({ scope }) => scope)): Promise<void> {
    await this.#refresh(scopes.map((scope) => [scope, 0] as const));
  }

  async #refresh(wanted: readonly (readonly [Scope, number])[]): Promise<void> {
    this.isRefreshing = true;
    const ended = await Promise.all(
      wanted.map(async ([scope, maxAgeMs]) => {
        const sent = this.session.client.notificationSettings.refresh({ scope, maxAgeMs });
        const failure = await sent.then(() => null).catch((thrown: unknown) => Failure.from(thrown));
        return [scope, failure] as const;
      }),
    );
    const asked = ended.map(([scope]) => scope);
    const others = Object.entries(this.refreshFailures).filter(([scope]) => !asked.includes(scope));
    const failed = ended.filter(
      (one): one is readonly [Scope, Failure] => one[1] !== null && one[1].code !== 'aborted',
    );
    this.refreshFailures = Object.fromEntries([...others, ...failed]);
    this.isRefreshing = false;
    await this.load();
  }
}

/**
 * The scope whose level applies: the first one that does not inherit (`global`). `unknown`: the first scope on the way
 * whose level is not cached; null: all are known.
 */
export function effectiveLevel(chain: readonly NotificationLink[]): {
  from: NotificationLink | null;
  unknown: NotificationLink | null;
} {
  for (const link of chain) {
    if (link.setting === null) return { from: null, unknown: link };
    if (link.setting.level !== 'global') return { from: link, unknown: null };
  }
  return { from: null, unknown: null };
}
