import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { budgetIn, newerBudget, type BudgetWindow } from './budget.ts';
import { FileConcurrency } from './file-concurrency.ts';
import { NamedPauses, ownPauseMs } from './named-pauses.ts';
import { Semaphore, type Priority } from '../wire/semaphore.ts';
import { LimitCounter, type Claim } from './limits.ts';
import { briefWaitMs, longestWaitMs } from './retry.ts';
import type { Budget, OnHeld } from '../../types.ts';

/** The share of a told limit that all requests together may use, and the smaller one of crawls, so that the person has room. */
const shares: Record<Priority, number> = { person: 0.66, sync: 0.56 };
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
export interface PermitRequest {
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
export interface Permit {
  acquiredAt: number;
  release(): void;
}

/** The one gate to an instance: how many at a time, when at all, and what its rate limit leaves. */
export class Governor {
  readonly #clock: Clock;
  readonly #reads: Semaphore;
  readonly #writes = new Semaphore(1);
  // Apart, for they last: eight of them would leave no way for anything else
  readonly #downloads = new Semaphore(2);
  readonly #files = new FileConcurrency();
  readonly #limits = new LimitCounter();
  readonly #services: NamedPauses;
  readonly #endpoints: NamedPauses;
  #inFlight = 0;
  #pausedAt = 0;
  #pausedUntil = 0;
  #refusals = 0;
  #budgetWindow: BudgetWindow | null = null;
  #roundTrips: number[] = [];

  constructor({ clock, reads = 8 }: GovernorOptions) {
    this.#clock = clock;
    this.#reads = new Semaphore(reads);
    this.#services = new NamedPauses(clock);
    this.#endpoints = new NamedPauses(clock);
  }

  /** What the platform told of its rate limit in the window that is still open; null: not told. */
  get budget(): Budget | null {
    if (this.#budgetWindow === null || this.#budgetWindow.until <= this.#clock.now()) return null;
    const { limit, remaining, resetAt } = this.#budgetWindow;
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
  maxWaitMs({ kind, onHeld }: Pick<PermitRequest, 'kind' | 'onHeld'>): number {
    if (onHeld !== undefined) return Number.POSITIVE_INFINITY;
    return kind === 'write' ? longestWaitMs : briefWaitMs;
  }

  /**
   * Wait for a turn. Fails: `aborted`; `throttled` with `retryAtMs` at once, when the wait would be longer than the
   * patience or when it is another service that wants a pause.
   */
  async acquire(request: PermitRequest, signal?: AbortSignal): Promise<Permit> {
    const { kind, claims = [], service } = request;
    this.#checkService(service);
    const priority = kind === 'page' ? 'sync' : 'person';
    const semaphore = { write: this.#writes, download: this.#downloads, read: this.#reads, page: this.#reads }[kind];
    const releaseSlots = await this.#acquireSlots(semaphore, priority, request, signal);
    try {
      this.#checkService(service);
    } catch (thrown) {
      releaseSlots();
      throw thrown;
    }
    const acquiredAt = this.#clock.now();
    this.#inFlight += 1;
    for (const claim of claims) this.#limits.count(claim, acquiredAt);
    const release = (): void => {
      this.#inFlight -= 1;
      releaseSlots();
    };
    return { acquiredAt, release };
  }

  /** Wait until no limit holds the request back, then for its places. It has no place while a limit holds it back. */
  async #acquireSlots(
    semaphore: Semaphore,
    priority: Priority,
    request: PermitRequest,
    signal?: AbortSignal,
  ): Promise<() => void> {
    for (;;) {
      await this.#untilClear(priority, request, signal);
      const releaseFile = await this.#files.acquire(request.claims ?? [], priority, signal);
      await semaphore.acquire(priority, signal).catch((thrown: unknown) => {
        releaseFile();
        throw thrown;
      });
      const release = (): void => {
        semaphore.release();
        releaseFile();
      };
      if (this.#waitUntil(priority, request) === null) return release;
      release();
    }
  }

  /** A reply reported the size of a file. `pass`: that of the request, if it asked for the file's content. */
  measured(claim: Claim, sizeBytes: number, permit: Permit | null): void {
    this.#limits.measured(claim, sizeBytes, permit?.acquiredAt ?? null);
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
  refused(headers: Readonly<Record<string, string>>, hintMs: number | null, { acquiredAt }: Permit): number {
    this.#learn(headers);
    if (hintMs !== null) return this.pause(hintMs);
    // What had left before the pause began says nothing new
    if (acquiredAt <= this.#pausedAt && this.pausedUntil !== null) return this.#pausedUntil;
    const ms = ownPauseMs(this.#refusals);
    this.#refusals += 1;
    return this.pause(ms);
  }

  /**
   * Another service, which the platform calls, refused: only requests that need it are held back. Returns until when.
   */
  serviceRefused(service: string, hintMs: number | null, { acquiredAt }: Permit): number {
    return this.#services.refused(service, hintMs, acquiredAt);
  }

  /** The service answered without a refusal. */
  serviceAnswered(service: string): void {
    this.#services.answered(service);
  }

  /** The limit of one endpoint was exceeded: only that endpoint is held back. Returns until when. */
  endpointRefused(endpoint: string, hintMs: number | null, { acquiredAt }: Permit): number {
    return this.#endpoints.refused(endpoint, hintMs, acquiredAt);
  }

  /** The endpoint answered without a refusal. */
  endpointAnswered(endpoint: string): void {
    this.#endpoints.answered(endpoint);
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
    if (told !== null) this.#budgetWindow = newerBudget(this.#budgetWindow, told, now);
  }

  async #untilClear(priority: Priority, request: PermitRequest, signal?: AbortSignal): Promise<void> {
    let wasReported = false;
    try {
      for (;;) {
        const until = this.#waitUntil(priority, request);
        if (until === null) return;
        const waitMs = until - this.#clock.now();
        const held = heldBack(until, this.#endpoints.until(request.endpoint) === until);
        if (waitMs > this.maxWaitMs(request)) throw held;
        if (waitMs > briefWaitMs) {
          wasReported = true;
          request.onHeld?.(held);
        }
        await this.#clock.sleep(waitMs, signal);
        this.#expire(until, request);
      }
    } finally {
      if (wasReported) request.onHeld?.(null);
    }
  }

  /** The moment this request has to wait for, or null. */
  #waitUntil(priority: Priority, { claims = [], endpoint }: Pick<PermitRequest, 'claims' | 'endpoint'>): number | null {
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
    if (this.#budgetWindow === null) return 0;
    const { limit, remaining, until } = this.#budgetWindow;
    const used = limit - remaining + this.#inFlight;
    return used + 1 > limit * shares[priority] ? until : 0;
  }

  /** A wait that was slept through is over, even if timers and clock disagree by a little. */
  #expire(until: number, { claims = [], endpoint }: PermitRequest): void {
    if (this.#pausedUntil === until) this.#pausedUntil = 0;
    if (this.#budgetWindow?.until === until) this.#budgetWindow = null;
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
