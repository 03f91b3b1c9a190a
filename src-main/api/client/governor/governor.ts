import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { budgetIn, newer, type Told } from './budget.ts';
import { FileConcurrency } from './file-concurrency.ts';
import { Holds, ownPauseMs } from './holds.ts';
import { Lane, type Priority } from '../wire/lane.ts';
import { LimitCounter, type Claim } from './limits.ts';
import { briefWaitMs, longestWaitMs } from './retry.ts';
import type { Budget, OnHeld } from '../../types.ts';

/** The share of a told limit that all requests together may use, and the smaller one of crawls, so that the person has room. */
const shares: Record<Priority, number> = { person: 0.66, crawl: 0.56 };
const keptRoundTrips = 50;

export interface GovernorOptions {
  clock: Clock;
  /** Reads at a time; writes go one at a time, downloads two. */
  reads?: number;
}

/** The gate of one instance; hand it to one sender. */
export function createGovernor(options: GovernorOptions): Governor {
  return new Governor(options);
}

/** What is about to be sent. */
export interface Need {
  kind: 'read' | 'page' | 'write' | 'download';
  claims?: readonly Claim[];
  /** The name of its endpoint, which may have a limit of its own. */
  endpoint?: string | undefined;
  /** The other service that the platform asks for it, which has a limit of its own. */
  service?: string | undefined;
  /** See `CallInput`. */
  onHeld?: OnHeld | undefined;
}

/** The right to send one request; `leave` gives it back. */
export interface Pass {
  enteredAt: number;
  leave(): void;
}

/** The one gate to an instance: how many at a time, when at all, and what its rate limit leaves. */
export class Governor {
  readonly #clock: Clock;
  readonly #reads: Lane;
  readonly #writes = new Lane(1);
  // Apart, for they last: eight of them would leave no way for anything else
  readonly #downloads = new Lane(2);
  readonly #files = new FileConcurrency();
  readonly #limits = new LimitCounter();
  readonly #services: Holds;
  readonly #endpoints: Holds;
  #inFlight = 0;
  #pausedAt = 0;
  #pausedUntil = 0;
  #refusals = 0;
  #told: Told | null = null;
  #roundTrips: number[] = [];

  constructor({ clock, reads = 8 }: GovernorOptions) {
    this.#clock = clock;
    this.#reads = new Lane(reads);
    this.#services = new Holds(clock);
    this.#endpoints = new Holds(clock);
  }

  /** What the platform told of its rate limit in the window that is still open; null: not told. */
  get budget(): Budget | null {
    if (this.#told === null || this.#told.until <= this.#clock.now()) return null;
    const { limit, remaining, resetAt } = this.#told;
    return { limit, remaining, resetAt };
  }

  /** Median of the last round trips; null before the first. */
  get latencyMs(): number | null {
    const sorted = this.#roundTrips.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? null;
  }

  /** Epoch milliseconds until which nothing is sent; null when the way is free. */
  get pausedUntil(): number | null {
    return this.#pausedUntil > this.#clock.now() ? this.#pausedUntil : null;
  }

  /** Epoch milliseconds until which even a person's request is held back by the limit of the instance; null: it is not. */
  get heldUntil(): number | null {
    return this.#waitUntil('person', {});
  }

  /**
   * The longest wait before such a request fails instead. A request with `onHeld` always waits for its turn, because
   * the user sees that it is held back.
   */
  patienceMs({ kind, onHeld }: Pick<Need, 'kind' | 'onHeld'>): number {
    if (onHeld !== undefined) return Number.POSITIVE_INFINITY;
    return kind === 'write' ? longestWaitMs : briefWaitMs;
  }

  /**
   * Wait for a turn. Fails: `aborted`; `throttled` with `retryAtMs` at once, when the wait would be longer than the
   * patience or when it is another service that wants a pause.
   */
  async enter(need: Need, signal?: AbortSignal): Promise<Pass> {
    const { kind, claims = [], service } = need;
    this.#checkService(service);
    const priority = kind === 'page' ? 'crawl' : 'person';
    const lane = { write: this.#writes, download: this.#downloads, read: this.#reads, page: this.#reads }[kind];
    const leavePlaces = await this.#takePlaces(lane, priority, need, signal);
    try {
      this.#checkService(service);
    } catch (thrown) {
      leavePlaces();
      throw thrown;
    }
    const enteredAt = this.#clock.now();
    this.#inFlight += 1;
    for (const claim of claims) this.#limits.count(claim, enteredAt);
    const leave = (): void => {
      this.#inFlight -= 1;
      leavePlaces();
    };
    return { enteredAt, leave };
  }

  /** Wait until no limit holds the request back, then for its places. It has no place while a limit holds it back. */
  async #takePlaces(lane: Lane, priority: Priority, need: Need, signal?: AbortSignal): Promise<() => void> {
    for (;;) {
      await this.#untilClear(priority, need, signal);
      const leaveFile = await this.#files.take(need.claims ?? [], priority, signal);
      await lane.take(priority, signal).catch((thrown: unknown) => {
        leaveFile();
        throw thrown;
      });
      const leave = (): void => {
        lane.give();
        leaveFile();
      };
      if (this.#waitUntil(priority, need) === null) return leave;
      leave();
    }
  }

  /** A reply reported the size of a file. `pass`: that of the request, if it asked for the file's content. */
  measured(claim: Claim, sizeBytes: number, pass: Pass | null): void {
    this.#limits.measured(claim, sizeBytes, pass?.enteredAt ?? null);
  }

  /** Learn from any reply that is no 429. */
  answered(headers: Readonly<Record<string, string>>, roundTripMs: number): void {
    this.#refusals = 0;
    this.#roundTrips = [...this.#roundTrips.slice(1 - keptRoundTrips), roundTripMs];
    this.#learn(headers);
  }

  /**
   * Learn from a 429: everything waits, as long as the platform says, else longer with each refusal up to some ten
   * minutes. Answers until when.
   */
  refused(headers: Readonly<Record<string, string>>, hintMs: number | null, { enteredAt }: Pass): number {
    this.#learn(headers);
    if (hintMs !== null) return this.pause(hintMs);
    // What had left before the pause began says nothing new
    if (enteredAt <= this.#pausedAt && this.pausedUntil !== null) return this.#pausedUntil;
    const ms = ownPauseMs(this.#refusals);
    this.#refusals += 1;
    return this.pause(ms);
  }

  /**
   * Another service, which the platform calls, refused: only requests that need it are held back. Returns until when.
   */
  refusedBy(service: string, hintMs: number | null, { enteredAt }: Pass): number {
    return this.#services.refused(service, hintMs, enteredAt);
  }

  /** The service answered without a refusal. */
  servedBy(service: string): void {
    this.#services.served(service);
  }

  /** The limit of one endpoint was exceeded: only that endpoint is held back. Returns until when. */
  refusedFor(endpoint: string, hintMs: number | null, { enteredAt }: Pass): number {
    return this.#endpoints.refused(endpoint, hintMs, enteredAt);
  }

  /** The endpoint answered without a refusal. */
  servedFor(endpoint: string): void {
    this.#endpoints.served(endpoint);
  }

  /** Hold everything back for so long from now; a pause that is longer already stays. Answers until when. */
  pause(ms: number): number {
    const now = this.#clock.now();
    if (now + ms > this.#pausedUntil) this.#pausedUntil = now + ms;
    this.#pausedAt = now;
    return this.#pausedUntil;
  }

  #checkService(service: string | undefined): void {
    const until = this.#services.until(service);
    if (until <= this.#clock.now()) return;
    throw new Failure('throttled', 'the other service asks for a pause', { retryAtMs: until });
  }

  #learn(headers: Readonly<Record<string, string>>): void {
    const now = this.#clock.now();
    const told = budgetIn(headers, now);
    if (told !== null) this.#told = newer(this.#told, told, now);
  }

  async #untilClear(priority: Priority, need: Need, signal?: AbortSignal): Promise<void> {
    let wasReported = false;
    try {
      for (;;) {
        const until = this.#waitUntil(priority, need);
        if (until === null) return;
        const waitMs = until - this.#clock.now();
        const held = heldBack(until, this.#endpoints.until(need.endpoint) === until);
        if (waitMs > this.patienceMs(need)) throw held;
        if (waitMs > briefWaitMs) {
          wasReported = true;
          need.onHeld?.(held);
        }
        await this.#clock.sleep(waitMs, signal);
        this.#expire(until, need);
      }
    } finally {
      if (wasReported) need.onHeld?.(null);
    }
  }

  /** The moment this request has to wait for, or null. */
  #waitUntil(priority: Priority, { claims = [], endpoint }: Pick<Need, 'claims' | 'endpoint'>): number | null {
    const now = this.#clock.now();
    const until = Math.max(
      this.#pausedUntil,
      this.#budgetUntil(priority),
      this.#endpoints.until(endpoint),
      ...claims.map((claim) => this.#limits.freeAt(claim)),
    );
    return until > now ? until : null;
  }

  #budgetUntil(priority: Priority): number {
    if (this.#told === null) return 0;
    const { limit, remaining, until } = this.#told;
    const used = limit - remaining + this.#inFlight;
    return used + 1 > limit * shares[priority] ? until : 0;
  }

  /** A wait that was slept through is over, even if timers and clock disagree by a little. */
  #expire(until: number, { claims = [], endpoint }: Need): void {
    if (this.#pausedUntil === until) this.#pausedUntil = 0;
    if (this.#told?.until === until) this.#told = null;
    this.#endpoints.expire(endpoint, until);
    for (const claim of claims) this.#limits.expire(claim, until);
  }
}

function heldBack(until: number, isOfEndpoint: boolean): Failure {
  return new Failure('throttled', 'held back by a rate limit', {
    reason: isOfEndpoint ? 'endpoint-limit' : undefined,
    retryAtMs: until,
  });
}
