import type { Scope } from '#shared/contract/scope.ts';
import type { CachedPushRule, PatternProblem, PushRuleRegex } from '#shared/contract/push-rules.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';

const freshMs = minutes(5);
/** How long typing rests before RE2 is asked; shorter than anybody notices. */
const typingMs = 60;

/** The push rule of one group as it is cached, read again while it is on show. */
export class StoredPushRule {
  readonly scope: Scope;
  /** Undefined: on its way. */
  cached = $state.raw<CachedPushRule>();
  isRefreshing = $state(false);
  /** Why the cache did not answer. */
  failure = $state.raw<Failure | null>(null);
  /** Why the platform did not. */
  refreshFailure = $state.raw<Failure | null>(null);
  readonly #session: Session;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.scope = scope;
  }

  /** Follow until the end is called. A write of push rules that has ended, or was taken back, makes it read again. */
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

  /** Read it from the platform, unless it was just now. */
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

/** What RE2 says of the patterns that are being typed. */
export class PatternCheck {
  /** By pattern, so that an answer never shows beside another one; null: right. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  #known = $state.raw<ReadonlyMap<string, PatternProblem | null>>(new Map([['', null]]));
  readonly #session: Session;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Undefined: it was not answered yet. */
  problemOf(pattern: string): PatternProblem | null | undefined {
    return this.#known.get(pattern);
  }

  /** Ask about these soon; what was answered before is not asked again. */
  look(patterns: Readonly<Partial<Record<PushRuleRegex, string>>>): void {
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
      // Aborted, or the core is lost, which the window says: the next letter asks again.
    }
  }
}
