import type { Pin, PinGaps, PinRange, PinProblem, PinQuota, PinTarget } from '#shared/contract/pins.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { allRows } from '../lists/all-rows.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { loadOnChanges } from '../loading/load-on-changes.ts';
import { onePerSession } from '../loading/one-per-session.ts';
import { storedSections } from './coverage.svelte.ts';

export type PinEstimate = Awaited<ReturnType<Session['client']['pins']['estimate']>>;

/** The pins of the open instance. */
export class Pins extends LastReply<Awaited<ReturnType<Session['client']['pins']['list']>>> {
  constructor(session: Session) {
    const { pins, jobs } = session.client;
    super(session, () => pins.list(), [pins, jobs], { onProfileChange: 'reload' });
  }

  /** Null until the first reply of the core. */
  get list(): readonly Pin[] | null {
    return this.value?.pins ?? null;
  }
  /** The gaps of all pins together. */
  get gaps(): PinGaps {
    return this.value?.gaps ?? { lists: 0, requests: 0, isGuess: false };
  }
  get quota(): PinQuota | null {
    return this.value?.quota ?? null;
  }

  /** The gaps of pins change with the lists, also while nothing is filled. */
  followLists(): () => void {
    return loadOnChanges(
      this.session,
      () => this.load(),
      (touch) => storedSections(this.session).map((section) => section.changed(touch)),
    );
  }

  /** The pin of this group or project itself; empty: of all known ones. */
  of(scope: Scope): Pin | undefined {
    return this.list?.find(({ target }) => target.kind === 'place' && target.scope === scope);
  }

  /** Another pin that contains a group or project. `path`: its path, if it is known. */
  around(scope: Scope, path: string | null): Pin | undefined {
    return this.list?.find(({ target, label }) => {
      if (target.kind !== 'place' || target.scope === scope) return false;
      if (target.scope === '') return true;
      return target.scope.startsWith('group:') && path?.toLowerCase().startsWith(`${label.toLowerCase()}/`) === true;
    });
  }

  /** Whether a group or project is pinned, by itself or with a group that contains it. Read it reactively. */
  isPinned(scope: Scope, path: string | null = null): boolean {
    return this.of(scope) !== undefined || this.around(scope, path) !== undefined;
  }

  /** The pin of exactly this place or view. Read it reactively. */
  ofTarget(target: PinTarget): Pin | undefined {
    if (target.kind === 'place') return this.of(target.scope);
    return this.ofView(target.view.id);
  }

  /** `id`: of a saved view. Read it reactively. */
  ofView(id: string): Pin | undefined {
    return this.list?.find(({ target }) => target.kind === 'view' && target.view.id === id);
  }

  /** `fileBytes`: the limit for one file; null: that of the settings. */
  estimate(
    input: { target: PinTarget; ref: string; fileBytes: number | null; range: PinRange },
    signal: AbortSignal,
  ): Promise<PinEstimate> {
    return this.session.client.pins.estimate(input, signal);
  }
  /** `fileBytes`: the limit for one file; null: that of the settings. */
  pin = (input: Parameters<Session['client']['pins']['pin']>[0]) => this.#after(this.session.client.pins.pin(input));
  /** The first problems of a pin, and at most this number. */
  problems({ id }: Pin, most: number): Promise<PinProblem[]> {
    return allRows((slice) => this.session.client.pins.problems({ id, slice }), most);
  }
  refill = ({ id }: Pin) => this.#after(this.session.client.pins.refill({ id }));
  /** Fetch what was never stored. */
  fetchGaps = ({ id }: Pin) => this.#after(this.session.client.pins.fetchGaps({ id }));
  pause = ({ id }: Pin) => this.#after(this.session.client.pins.pause({ id }));
  resume = ({ id }: Pin) => this.#after(this.session.client.pins.resume({ id }));
  remove = ({ id }: Pin) => this.#after(this.session.client.pins.remove({ id }));

  async #after<T>(sent: Promise<T>): Promise<T> {
    const reply = await sent;
    await this.load();
    return reply;
  }
}

/** The pins that all parts of a window share. */
export const pinsOf = onePerSession((session) => new Pins(session));
