import type { Scope } from '#shared/contract/scope.ts';
import type { CachedPushRule, PatternProblem, PushRuleRegex } from '#shared/contract/push-rules.ts';
import { minutes } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { onEndedPlans } from '../loading/ended-plans.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';

const freshMs = minutes(5);
/** Delay after a keystroke before RE2 checks the patterns. Too short to notice. */
const typingMs = 60;

/** The cached push rule of one group, refreshed while it is shown. */
export class StoredPushRule extends LastReply<CachedPushRule> {
  readonly scope: Scope;
  /** Undefined: not loaded yet. */
  cached = $derived(this.value);
  readonly #refresh = new NewestCall<unknown>();
  isRefreshing = $derived(this.#refresh.isLoading);
  /** Why the refresh failed. */
  refreshFailure = $derived(this.#refresh.failure);

  constructor(session: Session, scope: Scope) {
    const { pushRules } = session.client;
    const writes = onEndedPlans(session, 'push-rules.', () => void this.refresh());
    super(session, () => pushRules.get({ scope }), [pushRules, writes], { everyMs: 0 });
    this.scope = scope;
  }

  /** Refresh the rule from the instance, unless it is recent. */
  refreshIfOld = () => this.refresh(freshMs);

  async refresh(maxAgeMs = 0): Promise<void> {
    await this.#refresh.send(() => this.session.client.pushRules.refresh({ scope: this.scope, maxAgeMs }));
    await this.load();
  }
}

type Patterns = Readonly<Partial<Record<PushRuleRegex, string>>>;

/** Results of RE2 for the patterns that are being typed. */
export class PatternCheck {
  /** By pattern, so that a result is never shown for another pattern; null: valid. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  #known = $state.raw<ReadonlyMap<string, PatternProblem | null>>(new Map([['', null]]));
  readonly #session: Session;
  #typing: ReturnType<typeof setTimeout> | undefined;
  readonly #checked = new NewestCall<{ problems: Partial<Record<PushRuleRegex, PatternProblem>> }>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Undefined: not checked yet. */
  problemOf(pattern: string): PatternProblem | null | undefined {
    return this.#known.get(pattern);
  }

  /** Check these patterns after a short delay. Known results are reused. */
  check(patterns: Patterns): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.checkNow(patterns), typingMs);
  }

  async checkNow(given: Patterns): Promise<void> {
    clearTimeout(this.#typing);
    const unknown = Object.entries(given).filter(([, pattern]) => !this.#known.has(pattern));
    if (unknown.length === 0) return;
    const patterns: Patterns = Object.fromEntries(unknown);
    // After a failure, the next keystroke checks again
    if (!(await this.#checked.send((signal) => this.#session.client.pushRules.check({ patterns }, signal)))) return;
    const { problems = {} } = this.#checked.value ?? {};
    const answers = (Object.entries(patterns) as [PushRuleRegex, string][]).map(
      ([field, pattern]) => [pattern, problems[field] ?? null] as const,
    );
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
    this.#known = new Map([...this.#known, ...answers]);
  }
}
