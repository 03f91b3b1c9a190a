import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { ReplayInput } from '#shared/contract/push-rule-replay.ts';
import {
  pushRuleRegexes,
  type PatternProblem,
  type PushRule,
  type PushRuleField,
  type PushRuleRegex,
} from '#shared/contract/push-rules.ts';
import type { Failure } from '#shared/errors.ts';
import { withQuestion } from '../../console/forms/drafts.ts';
import { detachedEffect } from '../../console/detached-effect.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { ReplayProjects } from '../../stores/features/push-rule-projects.svelte.ts';
import { RuleReplay } from '../../stores/features/push-rule-replay.svelte.ts';
import { PatternCheck, StoredPushRule } from '../../stores/features/push-rules.svelte.ts';
import { changesOf, fieldsOf, ruleOf, sizeOf, textOf, without, type Edits } from './draft.ts';

export type PushRulesTab = 'rule' | 'replay';
export const newestChoices = ['100', '1000', '5000', '20000'] as const;

/** Everything that the console remembers of one group's push rule while its page is away: the draft above all. */
export class PushRulesState {
  readonly scope: Scope;
  readonly group: CatalogueEntry;
  readonly stored: StoredPushRule;
  readonly patterns: PatternCheck;
  readonly projects: ReplayProjects;
  readonly replay: RuleReplay;
  edits = $state.raw<Edits>({});
  /** What each changed field had when the person began: a newer value that comes in meanwhile is not written over unseen. */
  #seen: Partial<Record<PushRuleField, unknown>> = {};
  /** Why the platform did not take the draft, until it is changed. */
  refusal = $state.raw<Failure | null>(null);
  /** A first rule is being written, where none is defined. */
  isCreating = $state(false);
  tab = $state<PushRulesTab>('rule');
  newest = $state<(typeof newestChoices)[number]>('1000');
  merges = $state(true);
  /** Null: nobody chose, so it is what lies below the group. */
  #chosen = $state.raw<ReadonlySet<Scope> | null>(null);

  /** The rule in force; null: none, or none is known. */
  readonly rule: PushRule | null = $derived.by(() => this.stored.cached?.rule ?? null);
  readonly changes = $derived(changesOf(this.edits, this.rule));
  readonly changedFields = $derived(Object.keys(this.changes) as PushRuleField[]);
  readonly regexes = $derived(
    Object.fromEntries(pushRuleRegexes.map((field) => [field, textOf(this.edits, this.rule, field)])) as Record<
      PushRuleRegex,
      string
    >,
  );
  readonly size = $derived(textOf(this.edits, this.rule, 'max_file_size'));
  readonly isSizeWrong = $derived(sizeOf(this.size) === null);
  /** The first field that has an error. */
  readonly wrongField: PushRuleField | null = $derived(
    pushRuleRegexes.find((field) => this.problemOf(field) !== null) ?? (this.isSizeWrong ? 'max_file_size' : null),
  );
  readonly chosen: readonly Scope[] = $derived.by(() => {
    const offered = this.projects.list ?? [];
    const isChosen = ({ scope, isBelow }: (typeof offered)[number]): boolean =>
      this.#chosen === null ? isBelow === true : this.#chosen.has(scope);
    return offered.filter(isChosen).map(({ scope }) => scope);
  });
  /** How much of the chosen projects is cached. */
  readonly cachedRows = $derived(
    this.chosen.reduce((sum, scope) => {
      const source = this.replay.sources?.get(scope);
      return sum + (source?.commits ?? 0) + (source?.branches ?? 0);
    }, 0),
  );
  /** What is to be replayed; null: nothing can be. */
  readonly wanted: ReplayInput | null = $derived.by(() => {
    const isKnown = this.stored.cached !== undefined && this.replay.sources !== undefined;
    if (!isKnown || this.cachedRows === 0 || this.brokenPattern !== null) return null;
    return {
      scope: this.scope,
      rule: ruleOf(this.edits, this.rule),
      current: this.rule === null ? null : fieldsOf(this.rule),
      projects: [...this.chosen],
      newest: Number(this.newest),
      merges: this.merges,
    };
  });

  constructor({ session }: Stores, group: CatalogueEntry) {
    this.scope = group.scope;
    this.group = group;
    this.stored = new StoredPushRule(session, group.scope);
    this.patterns = new PatternCheck(session);
    this.projects = new ReplayProjects(session, group.path);
    this.replay = new RuleReplay(session);
  }

  get name(): string {
    return this.group.path ?? this.group.name ?? String(this.group.ref);
  }
  get isDraft(): boolean {
    return this.changedFields.length > 0;
  }
  /** A pattern that RE2 refuses, so that nothing can be replayed. */
  get brokenPattern(): PushRuleRegex | null {
    return pushRuleRegexes.find((field) => this.problemOf(field) !== null) ?? null;
  }

  problemOf(field: PushRuleRegex): PatternProblem | null {
    return this.patterns.problemOf(this.regexes[field]) ?? null;
  }

  /** What the changed fields had when the person began to change them. */
  get seen(): Partial<Record<PushRuleField, unknown>> {
    return this.#seen;
  }
  set(field: PushRuleField, value: string | boolean | null): void {
    if (!(field in this.edits)) this.#seen = { ...this.#seen, [field]: this.rule?.[field] ?? null };
    this.edits = { ...this.edits, [field]: value };
    this.refusal = null;
  }
  revert(field: PushRuleField): void {
    this.edits = without(this.edits, field);
    this.refusal = null;
  }
  discard(): void {
    this.edits = {};
    this.isCreating = false;
    this.refusal = null;
  }

  choose(scopes: readonly Scope[]): void {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
    this.#chosen = new Set(scopes);
  }
  toggle(scope: Scope, isChosen: boolean): void {
    const others = this.chosen.filter((other) => other !== scope);
    this.choose(isChosen ? [...others, scope] : others);
  }

  /** Read again what is cached of the projects, and replay over it. */
  async refreshReplay(): Promise<void> {
    await this.replay.look((this.projects.list ?? []).map(({ scope }) => scope));
    if (this.wanted !== null) this.replay.want(this.wanted, true);
  }

  /** Follow what changes while the page is on show. */
  follow(): () => void {
    const ends = [this.stored.follow(), this.projects.follow(), this.replay.follow(() => void this.refreshReplay())];
    return () => ends.forEach((end) => end());
  }
}

interface KeptState {
  value: PushRulesState;
  end: () => void;
}
const states = new WeakMap<Stores, { profileId: string | null; byKey: Map<number, KeptState> }>();
const maxStates = 12;

/** The pageState of a group on the open profile: the same one each time. */
export function pushRulesStateOf(stores: Stores, group: CatalogueEntry): PushRulesState {
  const { openId } = stores.profiles;
  let kept = states.get(stores);
  if (kept?.profileId !== openId) {
    kept?.byKey.forEach(({ end }) => end());
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- looked up by what is reactive
    kept = { profileId: openId, byKey: new Map() };
    states.set(stores, kept);
  }
  const { byKey } = kept;
  // The key identifies the group, because its scope changes when its id becomes known
  const known = byKey.get(group.key);
  byKey.delete(group.key);
  const shown =
    known ??
    withQuestion(
      detachedEffect(() => new PushRulesState(stores, group)),
      ({ isDraft }) => isDraft,
    );
  byKey.set(group.key, shown);
  const [oldest] = byKey;
  if (byKey.size > maxStates && oldest !== undefined) {
    oldest[1].end();
    byKey.delete(oldest[0]);
  }
  return shown.value;
}
