import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { ReplayInput } from '#shared/contract/push-rule-replay.ts';
import {
  isPatternTooLong,
  pushRuleRegexes,
  type PatternProblem,
  type PushRule,
  type PushRuleField,
  type PushRuleRegex,
} from '#shared/contract/push-rules.ts';
import type { Failure } from '#shared/errors.ts';
import { askWhileUnsaved } from '../../console/forms/drafts.ts';
import { detachedEffect } from '../../console/detached-effect.svelte.ts';
import { KeptValues } from '../../console/state/kept-values.ts';
import type { Stores } from '../../stores/context.ts';
import { ReplayProjects } from '../../stores/push-rules/push-rule-projects.svelte.ts';
import { RuleReplay } from '../../stores/push-rules/push-rule-replay.svelte.ts';
import { PatternCheck, StoredPushRule } from '../../stores/push-rules/push-rules.svelte.ts';
import { changesOf, fieldsOf, ruleOf, sizeOf, textOf, without, type Edits } from './draft.ts';

export type PushRulesTab = 'rule' | 'replay';
export const newestChoices = ['100', '1000', '5000', '20000'] as const;

/** State of the page of one group's push rule. It is kept while another page is shown, above all the draft. */
export class PushRulesState {
  readonly scope: Scope;
  readonly group: CatalogueEntry;
  readonly stored: StoredPushRule;
  readonly patterns: PatternCheck;
  readonly projects: ReplayProjects;
  readonly replay: RuleReplay;
  edits = $state.raw<Edits>({});
  /**
   * The values of the changed fields when editing started. If another value is stored meanwhile, the write is not sent
   * without a question.
   */
  #seen: Partial<Record<PushRuleField, unknown>> = {};
  /** Why the platform refused the draft, until the draft is changed. */
  refusal = $state.raw<Failure | null>(null);
  /** A new rule is being edited, because the group has none, or because its rule is not known. */
  isCreating = $state(false);
  tab = $state<PushRulesTab>('rule');
  newest = $state<(typeof newestChoices)[number]>('1000');
  merges = $state(true);
  /** Null: no selection was made, so all projects below the group are used. */
  #chosen = $state.raw<ReadonlySet<Scope> | null>(null);

  /** The current rule; null: none, or not known. */
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
  /** The first field with an error. */
  readonly wrongField: PushRuleField | null = $derived(
    this.brokenPattern ?? (this.isSizeWrong ? 'max_file_size' : null),
  );
  readonly chosen: readonly Scope[] = $derived.by(() => {
    const offered = this.projects.list ?? [];
    const isChosen = ({ scope, isBelow }: (typeof offered)[number]): boolean =>
      this.#chosen === null ? isBelow === true : this.#chosen.has(scope);
    return offered.filter(isChosen).map(({ scope }) => scope);
  });
  /** Number of cached rows of the chosen projects. */
  readonly cachedRows = $derived(
    this.chosen.reduce((sum, scope) => {
      const source = this.replay.sources?.get(scope);
      return sum + (source?.commits ?? 0) + (source?.branches ?? 0);
    }, 0),
  );
  /** The input of the replay; null if nothing can be replayed. */
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
  get isNew(): boolean {
    return this.isCreating && this.rule === null;
  }
  get isKnown(): boolean {
    return this.stored.cached?.state !== 'never-synced';
  }
  /** The result of a replay shows what the draft changes. */
  get isCompared(): boolean {
    return this.isDraft && this.rule !== null;
  }
  /** The first field whose pattern is too long or rejected by RE2. Nothing can be replayed then. */
  get brokenPattern(): PushRuleRegex | null {
    const isBroken = (field: PushRuleRegex): boolean =>
      isPatternTooLong(field, this.regexes[field]) || this.problemOf(field) !== null;
    return pushRuleRegexes.find(isBroken) ?? null;
  }

  problemOf(field: PushRuleRegex): PatternProblem | null {
    return this.patterns.problemOf(this.regexes[field]) ?? null;
  }

  /** The values of the changed fields when editing started. */
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

  /** Reload what is cached of the projects, and replay again. */
  async refreshReplay(): Promise<void> {
    await this.replay.loadSources((this.projects.list ?? []).map(({ scope }) => scope));
    if (this.wanted !== null) this.replay.want(this.wanted, true);
  }

  /** Subscribe to changes while the page is shown. */
  follow(): () => void {
    const ends = [this.stored.follow(), this.projects.follow(), this.replay.follow(() => void this.refreshReplay())];
    return () => ends.forEach((end) => end());
  }
}

const states = new KeptValues<number, PushRulesState>(12);

/** The state of the page of a group on the open profile. Always the same object. */
export function pushRulesStateOf(stores: Stores, group: CatalogueEntry): PushRulesState {
  // The key identifies the group, because its scope changes when its id becomes known
  return states.get(stores, group.key, () =>
    askWhileUnsaved(
      detachedEffect(() => new PushRulesState(stores, group)),
      ({ isDraft }) => isDraft,
    ),
  );
}
