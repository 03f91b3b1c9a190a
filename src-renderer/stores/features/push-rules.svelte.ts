import type { Scope } from '#shared/contract/scope.ts';
import type { CachedPushRule, PatternProblem, PushRuleRegex } from '#shared/contract/push-rules.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';

const freshMs = minutes(5);
/** Delay after a keystroke before RE2 checks the patterns. Too short to notice. */
const typingMs = 60;

/** The cached push rule of one group, refreshed while it is shown. */
export class StoredPushRule {
  readonly scope: Scope;
  /** Undefined: not loaded yet. */
  cached = $state.raw<CachedPushRule>();
  isRefreshing = $state(false);
  /** Why the cache could not be read. */
  failure = $state.raw<Failure | null>(null);
  /** Why the refresh failed. */
  refreshFailure = $state.raw<Failure | null>(null);
  readonly #session: Session;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.scope = scope;
  }

  /** Subscribe until the returned function is called. An ended or undone write of push rules reloads the rule. */
  follow(): () => void {
    const { client } = this.#session;
    const ends = [
      this.#session.onConnected(() => void this.load()),
      client.pushRules.changed(() => void this.load()),
      client.changes.changed(({ plans }) => {
        const isOurs = plans.some(
          ({ ops, state }) => state === 'done' && ops.some((op) => op.startsWith('push-rules.')),
        );
        if (isOurs) void this.refresh();
      }),
    ];
    return () => ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    try {
      this.cached = await this.#session.client.pushRules.get({ scope: this.scope });
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }

  /** Refresh the rule from the instance, unless it is recent. */
  refreshIfOld(): Promise<void> {
    return this.refresh(freshMs);
  }

  async refresh(maxAgeMs = 0): Promise<void> {
    this.isRefreshing = true;
    try {
      await this.#session.client.pushRules.refresh({ scope: this.scope, maxAgeMs });
      this.refreshFailure = null;
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (failure.code !== 'aborted') this.refreshFailure = failure;
    } finally {
      this.isRefreshing = false;
    }
    await this.load();
  }
}

/** Results of RE2 for the patterns that are being typed. */
export class PatternCheck {
  /** By pattern, so that a result is never shown for another pattern; null: valid. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  #known = $state.raw<ReadonlyMap<string, PatternProblem | null>>(new Map([['', null]]));
  readonly #session: Session;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Undefined: not checked yet. */
  problemOf(pattern: string): PatternProblem | null | undefined {
    return this.#known.get(pattern);
  }

  /** Check these patterns after a short delay. Known results are reused. */
  check(patterns: Readonly<Partial<Record<PushRuleRegex, string>>>): void {
    clearTimeout(this.#typing);
    const unknown = Object.entries(patterns).filter(([, pattern]) => !this.#known.has(pattern));
    if (unknown.length === 0) return;
    this.#typing = setTimeout(() => void this.#ask(Object.fromEntries(unknown)), typingMs);
  }

  async #ask(patterns: Partial<Record<PushRuleRegex, string>>): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const { problems } = await this.#session.client.pushRules.check({ patterns }, asking.signal);
      const answers = (Object.entries(patterns) as [PushRuleRegex, string][]).map(
        ([field, pattern]) => [pattern, problems[field] ?? null] as const,
      );
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
      this.#known = new Map([...this.#known, ...answers]);
    } catch {
      // Aborted, or the connection to the core is lost, which the window shows. The next keystroke tries again.
    }
  }
}
