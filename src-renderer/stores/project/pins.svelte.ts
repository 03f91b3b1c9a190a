import type { Pin, PinRange, PinProblem, PinQuota, PinTarget } from '#shared/contract/pins.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';
import { changesOf } from './coverage.svelte.ts';

export type PinEstimate = Awaited<ReturnType<Session['client']['pins']['estimate']>>;

/** Problems that are loaded with one call. */
const sliceRows = 200;

/** The pins of the open instance. */
export class Pins {
  /** Null until the first reply of the core. */
  list = $state.raw<readonly Pin[] | null>(null);
  quota = $state.raw<PinQuota | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const { pins, jobs, profiles } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => [pins.changed(touch), jobs.changed(touch), profiles.changed(touch)],
    );
  }

  /** The gaps of pins change with the lists, also while nothing is filled. */
  followLists(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => changesOf(this.#session, touch),
    );
  }

  async load(): Promise<void> {
    try {
      const { pins, quota } = await this.#session.client.pins.list();
      this.list = pins;
      this.quota = quota;
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
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
    return this.#session.client.pins.estimate(input, signal);
  }
  /** `fileBytes`: the limit for one file; null: that of the settings. */
  async pin(input: Parameters<Session['client']['pins']['pin']>[0]): Promise<Pin> {
    return this.#after(await this.#session.client.pins.pin(input));
  }
  /** The first problems of a pin, and at most this number. */
  async problems({ id }: Pin, most: number): Promise<PinProblem[]> {
    const found: PinProblem[] = [];
    for (let total = most; found.length < Math.min(total, most);) {
      const slice = { from: found.length, count: Math.min(sliceRows, most - found.length) };
      const reply = await this.#session.client.pins.problems({ id, slice });
      if (reply.rows.length === 0) break;
      found.push(...reply.rows);
      total = reply.total;
    }
    return found;
  }
  async refill({ id }: Pin): Promise<void> {
    await this.#after(await this.#session.client.pins.refill({ id }));
  }
  /** Fetch what was never stored. */
  async fetchGaps({ id }: Pin): Promise<void> {
    await this.#after(await this.#session.client.pins.fetchGaps({ id }));
  }
  async pause({ id }: Pin): Promise<void> {
    await this.#after(await this.#session.client.pins.pause({ id }));
  }
  async resume({ id }: Pin): Promise<void> {
    await this.#after(await this.#session.client.pins.resume({ id }));
  }
  async remove({ id }: Pin): Promise<void> {
    await this.#after(await this.#session.client.pins.remove({ id }));
  }

  async #after<T>(done: T): Promise<T> {
    await this.load();
    return done;
  }
}

const shared = new WeakMap<Session, Pins>();

/** The pins that all parts of a window share. They are loaded when they are first needed, and then kept current. */
export function pinsOf(session: Session): Pins {
  let pins = shared.get(session);
  if (pins === undefined) {
    pins = new Pins(session);
    pins.follow();
    shared.set(session, pins);
  }
  return pins;
}
