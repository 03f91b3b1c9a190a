import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { budgetIn, newerBudget, type BudgetWindow } from './budget.ts';
import { FileConcurrency } from './file-concurrency.ts';
import { NamedPauses, ownPauseMs } from './named-pauses.ts';
import { Semaphore, type Priority } from '../wire/semaphore.ts';
import { LimitCounter, type Claim } from './limits.ts';
import { briefWaitMs, longestReadWaitMs, longestWaitMs } from './retry.ts';
import type { Budget, OnHeld } from '../../types.ts';

/** The share of a reported limit that all requests may use. Syncs use less, so that requests of the user don't wait. */
const shares: Record<Priority, number> = { person: 0.66, sync: 0.56 };
const keptRoundTrips = 50;
/** The system clock counts as set back if it loses more than this relative to the monotonic clock. */
const setBackMs = seconds(1);

export interface GovernorOptions {
  clock: Clock;
  /** Maximum number of concurrent reads. Writes are sent one at a time, downloads two at a time. */
  reads?: number;
}

/** A governor for one instance. Use it for one sender only. */
export function createGovernor(options: GovernorOptions): Governor {
  return new Governor(options);
}

/** The facts about a request that decide when it may be sent. */
export interface PermitRequest {
  kind: 'read' | 'page' | 'write' | 'download';
  claims?: readonly Claim[];
  /** The name of the endpoint, which may have its own limit. */
  endpoint?: string | undefined;
  /** The external service that the platform calls, which has its own limit. */
  service?: string | undefined;
  /** See `CallInput`. */
  onHeld?: OnHeld | undefined;
}

/** Permission to send one request. Call `release` when the reply was received. */
export interface Permit {
  acquiredAt: number;
  release(): void;
}

/** Decides when requests to one instance may be sent: limits on concurrency, pauses after refusals, and rate limits. */
export class Governor {
  readonly #clock: Clock;
  readonly #reads: Semaphore;
  readonly #writes = new Semaphore(1);
  // Downloads have their own limit, because they take long and would block all other reads
  readonly #downloads = new Semaphore(2);
  readonly #files = new FileConcurrency();
  readonly #limits = new LimitCounter();
  readonly #services: NamedPauses;
  readonly #endpoints: NamedPauses;
  /** How far the system clock is ahead of the monotonic one. */
  #aheadMs: number;
  #inFlight = 0;
  #pausedAt = 0;
  #pausedUntil = 0;
  #refusals = 0;
  #budgetWindow: BudgetWindow | null = null;
  #roundTrips: number[] = [];

  constructor({ clock, reads = 12 }: GovernorOptions) {
    this.#clock = clock;
    this.#aheadMs = clock.now() - clock.monotonic();
    this.#reads = new Semaphore(reads);
    this.#services = new NamedPauses(clock);
    this.#endpoints = new NamedPauses(clock);
  }

  /** The rate limit that the platform reported for the current window; null if it didn't. */
  get budget(): Budget | null {
    if (this.#budgetWindow === null || this.#budgetWindow.until <= this.#now()) return null;
    const { limit, remaining, resetAt } = this.#budgetWindow;
    return { limit, remaining, resetAt };
  }

  /** Median of the last 50 round trips; null before the first. */
  get latencyMs(): number | null {
    const sorted = this.#roundTrips.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? null;
  }

  /** Epoch milliseconds until which nothing is sent; null if requests can be sent. */
  get pausedUntil(): number | null {
    return this.#pausedUntil > this.#now() ? this.#pausedUntil : null;
  }

  /** Epoch milliseconds until which the limit of the instance holds back all requests; null if it does not. */
  get heldUntil(): number | null {
    return this.#waitUntil('person', {});
  }

  /**
   * The longest time that a request waits before it fails. A read with `onHeld` waits without limit, because the user sees
   * that it is held back.
   */
  maxWaitMs({ kind, onHeld }: Pick<PermitRequest, 'kind' | 'onHeld'>): number {
    if (kind === 'write') return longestWaitMs;
    return onHeld === undefined ? longestReadWaitMs : Number.POSITIVE_INFINITY;
  }

  /**
   * Wait until the request may be sent.
   * Fails: `aborted`; `throttled` with `retryAtMs`, without waiting, if the wait would be longer than `maxWaitMs` or if an
   * external service asks for a pause.
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
    const acquiredAt = this.#now();
    this.#inFlight += 1;
    for (const claim of claims) this.#limits.count(claim, acquiredAt);
    const release = (): void => {
      this.#inFlight -= 1;
      releaseSlots();
    };
    return { acquiredAt, release };
  }

  /** Wait until no limit holds the request back, then for its slots. It holds no slot while it waits for a limit. */
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

  /** Record the size of a file from a reply. `permit`: of the request, if it was for the content of the file. */
  measured(claim: Claim, sizeBytes: number, permit: Permit | null): void {
    this.#limits.measured(claim, sizeBytes, permit?.acquiredAt ?? null);
  }

  /** Record a reply with a status other than 429. */
  answered(headers: Readonly<Record<string, string>>, roundTripMs: number): void {
    this.#refusals = 0;
    this.#roundTrips = [...this.#roundTrips.slice(1 - keptRoundTrips), roundTripMs];
    this.#learn(headers);
  }

  /**
   * Record a 429 reply: all requests wait, for the time in `hintMs`, otherwise longer after each refusal, up to 10 minutes.
   * Returns until when, in epoch milliseconds.
   */
  refused(headers: Readonly<Record<string, string>>, hintMs: number | null, { acquiredAt }: Permit): number {
    this.#learn(headers);
    if (hintMs !== null) return this.pause(hintMs);
    // The request was sent before the current pause began, so its refusal doesn't extend the pause
    if (acquiredAt <= this.#pausedAt && this.pausedUntil !== null) return this.#pausedUntil;
    const ms = ownPauseMs(this.#refusals);
    this.#refusals += 1;
    return this.pause(ms);
  }

  /**
   * Record a 429 of an external service: only requests that use this service are held back. Returns until when.
   */
  serviceRefused(service: string, hintMs: number | null, { acquiredAt }: Permit): number {
    return this.#services.refused(service, hintMs, acquiredAt);
  }

  /** Record a reply of an external service without a refusal. */
  serviceAnswered(service: string): void {
    this.#services.answered(service);
  }

  /** Record a 429 for one endpoint: only this endpoint is held back. Returns until when. */
  endpointRefused(endpoint: string, hintMs: number | null, { acquiredAt }: Permit): number {
    return this.#endpoints.refused(endpoint, hintMs, acquiredAt);
  }

  /** Record a reply of an endpoint without a refusal. */
  endpointAnswered(endpoint: string): void {
    this.#endpoints.answered(endpoint);
  }

  /** Hold back all requests for `ms` from now, or until the end of a longer pause. Returns until when. */
  pause(ms: number): number {
    const now = this.#now();
    if (now + ms > this.#pausedUntil) this.#pausedUntil = now + ms;
    this.#pausedAt = now;
    return this.#pausedUntil;
  }

  /** The current time. If the clock was set back, moves all stored times back too; otherwise waits would get longer. */
  #now(): number {
    const now = this.#clock.now();
    const aheadMs = now - this.#clock.monotonic();
    const backMs = this.#aheadMs - aheadMs;
    if (backMs > setBackMs) this.#setBack(backMs);
    if (backMs > setBackMs || backMs < 0) this.#aheadMs = aheadMs;
    return now;
  }

  #setBack(ms: number): void {
    this.#pausedAt -= ms;
    this.#pausedUntil -= ms;
    if (this.#budgetWindow !== null) {
      const { until, resetAt } = this.#budgetWindow;
      this.#budgetWindow = {
        ...this.#budgetWindow,
        until: until - ms,
        resetAt: resetAt === null ? null : resetAt - ms,
      };
    }
    this.#services.setBack(ms);
    this.#endpoints.setBack(ms);
    this.#limits.setBack(ms);
  }

  #checkService(service: string | undefined): void {
    const until = this.#services.until(service);
    if (until <= this.#now()) return;
    throw new Failure('throttled', 'the external service asks for a pause', { retryAtMs: until });
  }

  #learn(headers: Readonly<Record<string, string>>): void {
    const now = this.#now();
    const reported = budgetIn(headers, now);
    if (reported !== null) this.#budgetWindow = newerBudget(this.#budgetWindow, reported, now);
  }

  async #untilClear(priority: Priority, request: PermitRequest, signal?: AbortSignal): Promise<void> {
    let wasReported = false;
    try {
      for (;;) {
        const until = this.#waitUntil(priority, request);
        if (until === null) return;
        const waitMs = until - this.#now();
        const held = heldBack(until, until > Math.max(this.#pausedUntil, this.#budgetUntil(priority)));
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

  /** Epoch milliseconds until which this request has to wait; null if it can be sent. */
  #waitUntil(priority: Priority, { claims = [], endpoint }: Pick<PermitRequest, 'claims' | 'endpoint'>): number | null {
    const now = this.#now();
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

  /** End the waits until this moment, even if timers and clock differ a little. */
  #expire(until: number, { claims = [], endpoint }: PermitRequest): void {
    if (this.#pausedUntil === until) this.#pausedUntil = 0;
    if (this.#budgetWindow?.until === until) this.#budgetWindow = null;
    this.#endpoints.expire(endpoint, until);
    for (const claim of claims) this.#limits.expire(claim, until);
  }
}

/** `isOfEndpoint`: the limit applies only to requests of this kind, so others can be sent. */
function heldBack(until: number, isOfEndpoint: boolean): Failure {
  return new Failure('throttled', 'held back by a rate limit', {
    reason: isOfEndpoint ? 'endpoint-limit' : undefined,
    retryAtMs: until,
  });
}
