import type { Plan, PlanRow, PlanTitle, RowState } from '#shared/contract/changes.ts';
import { planPartChars } from '#shared/contract/window.constant.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { WriteCall, WriteOnRows, WritesClient } from './writes.ts';

/** Texts that a console adds to its plan, besides the title. */
export interface PlanWords {
  /** The result of a single write, for its message: "Paused runner 7". */
  done?: ((row: PlanRow) => string) | undefined;
  /** A link in the same message, which opens what a single write created. */
  link?: { label: string; run: () => void } | undefined;
  /**
   * What happens when the plan is applied, in one sentence. A function if it depends on reactive state: the dialog then
   * updates the sentence.
   */
  consequence?: string | (() => string) | undefined;
  /** The plan removes something: its button is red. */
  isDestructive?: boolean | undefined;
  /** The texts of files before the plan, by path, so that the plan can show the differences. */
  formerTexts?: ReadonlyMap<string, string> | undefined;
}

/** The plan in the dialog. */
export interface ShownPlan {
  planId: string;
  /** A new draft, which is discarded when the dialog is left. A draft from Activity is kept. */
  isNew: boolean;
  onleave: (plan: Plan | null) => void;
}

const live: readonly Plan['state'][] = ['applying', 'paused', 'waiting'];
const over: readonly Plan['state'][] = ['done', 'cancelled'];

export const isLive = ({ state }: Plan): boolean => live.includes(state);
export const isOver = ({ state }: Plan): boolean => over.includes(state);

/** The plans, which are the same in all windows, and the plan in the dialog of this window. */
export class Changes {
  #plans = $state.raw<readonly Plan[]>([]);
  #words = $state.raw<Readonly<Record<string, PlanWords>>>({});
  #shown = $state.raw<ShownPlan | null>(null);
  /** The first reply of the core has arrived. */
  isLoaded = $state(false);
  failure = $state.raw<Failure | null>(null);
  readonly list = $derived(this.#plans.toSorted((a, b) => b.createdAt - a.createdAt));
  /** Plans that are being applied or are paused. */
  readonly active = $derived(this.list.filter(isLive));
  /**
   * The active plans whose progress is shown. A plan with a single write is shown only if it waits, because such a plan
   * usually ends before anyone could read its progress.
   */
  readonly underWay = $derived(this.active.filter(({ total, state }) => total > 1 || state !== 'applying'));
  readonly #client: WritesClient['changes'];
  readonly #session: Session;
  #waiting: readonly { planId: string; settle: (plan: Plan) => void }[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.#client = session.client.changes;
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.load()),
      this.#client.changed(({ plans }) => plans.forEach((plan) => this.store(plan))),
      this.#session.client.profiles.changed(() => void this.load()),
    ];
    return () => ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    try {
      const { plans } = await this.#client.list();
      this.#plans = plans;
      this.isLoaded = true;
      this.failure = null;
      for (const plan of plans) this.#settle(plan);
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }

  get(planId: string): Plan | undefined {
    return this.#plans.find(({ id }) => id === planId);
  }

  /** Store the newest state of a plan. A reply that arrives after the end of the plan is ignored. */
  store(plan: Plan): Plan {
    const known = this.get(plan.id);
    if (known !== undefined && isOver(known) && !isOver(plan)) return known;
    const isKnown = known !== undefined;
    this.#plans = isKnown ? this.#plans.map((other) => (other.id === plan.id ? plan : other)) : [...this.#plans, plan];
    this.#settle(plan);
    return plan;
  }

  wordsOf(planId: string): PlanWords {
    return this.#words[planId] ?? {};
  }

  setWords(planId: string, words: PlanWords): void {
    this.#words = { ...this.#words, [planId]: words };
  }

  get shown(): ShownPlan | null {
    return this.#shown;
  }

  /** Show a plan in the dialog. Resolves when the dialog is left; null: the draft was discarded. */
  show(planId: string, { isNew }: { isNew: boolean }): Promise<Plan | null> {
    this.#shown?.onleave(this.get(this.#shown.planId) ?? null);
    return new Promise((resolve) => (this.#shown = { planId, isNew, onleave: resolve }));
  }

  /** Replace the plan in the dialog. The caller of `show` gets the new plan when the dialog is left. */
  showInstead(planId: string): void {
    const onleave = this.#shown?.onleave ?? (() => undefined);
    this.#shown = { planId, isNew: true, onleave };
  }

  /** Close the dialog. A running plan continues. */
  leave(plan: Plan | null): void {
    const shown = this.#shown;
    this.#shown = null;
    shown?.onleave(plan);
  }

  /** Create a plan. Fails: with the errors of the calls. */
  async plan(wanted: {
    calls?: WriteCall[] | undefined;
    onRows?: WriteOnRows | undefined;
    keepSecrets?: boolean | undefined;
    title?: PlanTitle | undefined;
    profileId?: string | undefined;
  }): Promise<Plan> {
    return this.store(await this.#client.plan(wanted));
  }

  /** Create a plan from the text of a saved file. A large text is sent in chunks. */
  async planFrom(text: string): Promise<Plan> {
    if (text.length <= planPartChars) return this.store(await this.#client.load({ text }));
    let key: string | null = null;
    for (let from = 0; from < text.length; from += planPartChars) {
      ({ key } = await this.#client.upload({ key, text: text.slice(from, from + planPartChars) }));
    }
    return this.store(await this.#client.load({ key: key ?? '' }));
  }

  /** Create a plan that undoes another plan or journal entries. */
  undo = async (what: { planId: string } | { journalIds: number[] }) => this.store(await this.#client.undo(what));

  /** Create a plan from the rows with these outcomes, or from those of these journal entries only. */
  async again(wanted: { planId: string; states: RowState[]; journalIds?: number[]; title: PlanTitle }): Promise<Plan> {
    return this.store(await this.#client.again(wanted));
  }

  /** Enter the value of a secret field that rows of the plan lack. */
  async giveSecret(planId: string, field: string, value: string): Promise<void> {
    this.store(await this.#client.giveSecret({ planId, field, value }));
  }

  /** Save the plan to a file, which `planFrom` reads. */
  save = (planId: string) => this.#client.save({ planId });

  /** Run one reversible write to its end. Fails: `conflict`/`needs-plan` if it requires a plan. */
  async run(
    call: WriteCall,
    { title, profileId }: { title?: PlanTitle | undefined; profileId?: string | undefined } = {},
  ): Promise<{ plan: Plan; row: PlanRow }> {
    const ran = await this.#client.run({ ...call, title, profileId });
    this.store(ran.plan);
    return ran;
  }

  /** Apply a plan that needs no confirmation, and wait until it ends or needs a decision. */
  async applyNow(planId: string): Promise<Plan> {
    await this.apply({ planId });
    return this.settled(planId);
  }

  /** Send the plan. Its progress arrives as events. */
  async apply(wanted: {
    planId: string;
    canary?: number | null;
    stopOnError?: boolean;
    confirm?: string;
  }): Promise<void> {
    this.store(await this.#client.apply(wanted));
    await this.reload(wanted.planId);
  }

  pause = async (planId: string) => this.store(await this.#client.pause({ planId }));

  async resume(planId: string, acceptDrift = false): Promise<void> {
    this.store(await this.#client.resume({ planId, acceptDrift }));
    await this.reload(planId);
  }

  /** Cancel the plan; rows that were not sent are skipped. */
  cancel = async (planId: string) => this.store(await this.#client.cancel({ planId }));
  drop = async (planId: string, positions: number[]) => this.store(await this.#client.drop({ planId, positions }));

  async discard(planId: string): Promise<void> {
    await this.#client.discard({ planId });
    this.#plans = this.#plans.filter(({ id }) => id !== planId);
  }

  /** Rows of a plan in order, optionally only with these states. At most 200. */
  rows(
    planId: string,
    { from = 0, count }: { from?: number; count: number },
    states?: RowState[],
  ): Promise<{ rows: PlanRow[]; total: number }> {
    return this.#client.rows({ planId, slice: { from, count }, states });
  }

  /** The first row of a plan, optionally only with these outcomes. */
  async firstRow(planId: string, states?: RowState[]): Promise<PlanRow | null> {
    const { rows } = await this.rows(planId, { count: 1 }, states);
    return rows[0] ?? null;
  }

  /** Load the newest state of a plan, because its event may arrive before the reply to the call that caused it. */
  async reload(planId: string): Promise<Plan> {
    return this.store(await this.#client.get({ planId }));
  }

  /** The plan from memory, else from the core. */
  async find(planId: string): Promise<Plan> {
    return this.get(planId) ?? (await this.#client.get({ planId }));
  }

  /** Wait until a plan has ended or needs a decision. */
  settled(planId: string): Promise<Plan> {
    const known = this.get(planId);
    if (known !== undefined && isSettled(known)) return Promise.resolve(known);
    return new Promise((resolve) => (this.#waiting = [...this.#waiting, { planId, settle: resolve }]));
  }

  #settle(plan: Plan): void {
    if (!isSettled(plan) || this.#waiting.length === 0) return;
    const answered = this.#waiting.filter(({ planId }) => planId === plan.id);
    this.#waiting = this.#waiting.filter(({ planId }) => planId !== plan.id);
    for (const { settle } of answered) settle(plan);
  }
}

function isSettled({ state }: Plan): boolean {
  return state !== 'draft' && state !== 'applying';
}
