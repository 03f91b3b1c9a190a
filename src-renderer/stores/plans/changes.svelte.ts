import { planPartChars, type Plan, type PlanRow, type PlanTitle, type RowState } from '#shared/contract/changes.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Exported } from '#shared/contract/exported.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { WriteCall, WriteOnRows, WritesClient } from './writes.ts';

/** The texts that a console adds to its plan, besides the title. */
export interface PlanWords {
  /** What was done, for the message about one write: "Paused runner 7". */
  done?: ((row: PlanRow) => string) | undefined;
  /** What follows from it, in a sentence. */
  consequence?: string | undefined;
  /** It takes something away: the button is red and the scope is named again. */
  isDestructive?: boolean | undefined;
  /** Where it happens, as a person calls it: a group's or a project's path. Absent: the whole instance. */
  scopeName?: string | undefined;
  scope?: Scope | undefined;
}

/** The plan in the dialog. */
export interface ShownPlan {
  planId: string;
  /** A draft that goes when the dialog is left; one of Activity stays. */
  isNew: boolean;
  onleave: (plan: Plan | null) => void;
}

const live: readonly Plan['state'][] = ['applying', 'paused', 'waiting'];
const over: readonly Plan['state'][] = ['done', 'cancelled'];

export const isLive = ({ state }: Plan): boolean => live.includes(state);
export const isOver = ({ state }: Plan): boolean => over.includes(state);

/** Plans of writes, in every window alike, and the one that this window has in its dialog. */
export class Changes {
  #plans = $state.raw<readonly Plan[]>([]);
  #words = $state.raw<Readonly<Record<string, PlanWords>>>({});
  #shown = $state.raw<ShownPlan | null>(null);
  /** The core answered once. */
  isLoaded = $state(false);
  failure = $state.raw<Failure | null>(null);
  readonly list = $derived(this.#plans.toSorted((a, b) => b.createdAt - a.createdAt));
  /** Being applied, or stopped midway. */
  readonly active = $derived(this.list.filter(isLive));
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
      this.#client.changed(({ plans }) => plans.forEach((plan) => this.take(plan))),
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

  /** Put the newest word about a plan in its place. An answer that was overtaken by the plan's end is no news. */
  take(plan: Plan): Plan {
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

  say(planId: string, words: PlanWords): void {
    this.#words = { ...this.#words, [planId]: words };
  }

  get shown(): ShownPlan | null {
    return this.#shown;
  }

  /** Put a plan into the dialog; answers it when the dialog is left, null where the draft was given up. */
  show(planId: string, { isNew }: { isNew: boolean }): Promise<Plan | null> {
    this.#shown?.onleave(this.get(this.#shown.planId) ?? null);
    return new Promise((resolve) => (this.#shown = { planId, isNew, onleave: resolve }));
  }

  /** Put a plan in the place of the one in the dialog: who asked for that is answered with what becomes of this. */
  showInstead(planId: string): void {
    const onleave = this.#shown?.onleave ?? (() => undefined);
    this.#shown = { planId, isNew: true, onleave };
  }

  /** The dialog goes; whatever the plan does goes on. */
  leave(plan: Plan | null): void {
    const shown = this.#shown;
    this.#shown = null;
    shown?.onleave(plan);
  }

  /** Make a plan. Fails with what is wrong with the calls. */
  async plan(wanted: {
    calls?: WriteCall[] | undefined;
    onRows?: WriteOnRows | undefined;
    keepSecrets?: boolean | undefined;
    title?: PlanTitle | undefined;
    profileId?: string | undefined;
  }): Promise<Plan> {
    const { calls, onRows, keepSecrets, title, profileId } = wanted;
    return this.take(
      await this.#client.plan({
        ...(calls === undefined ? {} : { calls }),
        ...(onRows === undefined ? {} : { onRows }),
        ...(keepSecrets === undefined ? {} : { keepSecrets }),
        ...(title === undefined ? {} : { title }),
        ...(profileId === undefined ? {} : { profileId }),
      }),
    );
  }

  /** Make a plan of a saved file's text. A large text is sent in pieces. */
  async planFrom(text: string): Promise<Plan> {
    if (text.length <= planPartChars) return this.take(await this.#client.load({ text }));
    let key: string | null = null;
    for (let from = 0; from < text.length; from += planPartChars) {
      ({ key } = await this.#client.upload({ key, text: text.slice(from, from + planPartChars) }));
    }
    return this.take(await this.#client.load({ key: key ?? '' }));
  }

  /** Make a plan that takes back another one, or journal entries. */
  async undo(what: { planId: string } | { journalIds: number[] }): Promise<Plan> {
    return this.take(await this.#client.undo(what));
  }

  /** Make a plan of the rows that came to one of these ends. */
  async again(wanted: { planId: string; states: RowState[]; title: PlanTitle }): Promise<Plan> {
    return this.take(await this.#client.again(wanted));
  }

  /** Give the value of a secret field that rows of the plan lack. */
  async giveSecret(planId: string, field: string, value: string): Promise<void> {
    this.take(await this.#client.giveSecret({ planId, field, value }));
  }

  /** Write the plan into a file, which `planFrom` reads. */
  save(planId: string): Promise<Exported> {
    return this.#client.save({ planId });
  }

  /** One reversible write, to its end. Fails: `conflict`/`needs-plan` where it is none. */
  async run(
    call: WriteCall,
    { title, profileId }: { title?: PlanTitle | undefined; profileId?: string | undefined } = {},
  ): Promise<{ plan: Plan; row: PlanRow }> {
    const ran = await this.#client.run({
      ...call,
      ...(title === undefined ? {} : { title }),
      ...(profileId === undefined ? {} : { profileId }),
    });
    this.take(ran.plan);
    return ran;
  }

  /** Apply a plan that asks for nothing, and wait until it is over or needs a person. */
  async applyNow(planId: string): Promise<Plan> {
    await this.apply({ planId });
    return this.settled(planId);
  }

  /** Send it; what it does from then on comes by itself. */
  async apply(wanted: {
    planId: string;
    canary?: number | null;
    stopOnError?: boolean;
    confirm?: string;
  }): Promise<void> {
    this.take(await this.#client.apply(wanted));
    await this.ask(wanted.planId);
  }

  async pause(planId: string): Promise<void> {
    this.take(await this.#client.pause({ planId }));
  }

  async resume(planId: string, acceptDrift = false): Promise<void> {
    this.take(await this.#client.resume({ planId, acceptDrift }));
    await this.ask(planId);
  }

  /** End it; what was not sent is skipped. */
  async cancel(planId: string): Promise<void> {
    this.take(await this.#client.cancel({ planId }));
  }

  async drop(planId: string, positions: number[]): Promise<void> {
    this.take(await this.#client.drop({ planId, positions }));
  }

  async discard(planId: string): Promise<void> {
    await this.#client.discard({ planId });
    this.#plans = this.#plans.filter(({ id }) => id !== planId);
  }

  /** Rows of a plan in their order, of all states or of these. At most 200. */
  rows(
    planId: string,
    { from = 0, count }: { from?: number; count: number },
    states?: RowState[],
  ): Promise<{ rows: PlanRow[]; total: number }> {
    return this.#client.rows({ planId, slice: { from, count }, ...(states === undefined ? {} : { states }) });
  }

  /** The first row of a plan, or the first that came to one of these ends. */
  async firstRow(planId: string, states?: RowState[]): Promise<PlanRow | null> {
    const { rows } = await this.rows(planId, { count: 1 }, states);
    return rows[0] ?? null;
  }

  /** Read the newest state of a plan: its event may arrive before the reply to the call that caused it. */
  async ask(planId: string): Promise<Plan> {
    return this.take(await this.#client.get({ planId }));
  }

  /** The plan as it is known, or as the core has it. */
  async find(planId: string): Promise<Plan> {
    return this.get(planId) ?? (await this.#client.get({ planId }));
  }

  /** Wait until a plan has ended or needs a person. */
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
