import { createHash } from 'node:crypto';
import type { Clock, Log } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { attempt, type Means, type Reply, type Tried } from './attempt.ts';
import type { Call } from './call.ts';
import { Deadline, type Pace } from './deadline.ts';
import { requestIdIn, statusFailure } from '../wire/failures.ts';
import { isEndpointLimit } from '../wire/said.ts';
import type { Governor, Need, Pass } from '../governor/governor.ts';
import { measuredIn } from '../governor/limits.ts';
import { jitterMs, mayRepeat, mostAttempts, retryAfterMs } from '../governor/retry.ts';
import type { Attempt } from '../../types.ts';

/** Bytes of a request that any line carries in a millisecond: what a large upload adds to its deadline. */
const slowestBytesPerMs = 50;

export interface ExchangeOptions {
  clock: Clock;
  log: Log;
  governor: Governor;
  onAttempt: (attempt: Attempt) => void;
  /** For one attempt, redirects and body included; default 60 s. */
  deadlineMs?: number | undefined;
  /** Awaited before each attempt: it makes sure that the server is the platform before anything is sent to it. */
  ready?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Attempts of one request; default 5. */
  attempts?: number | undefined;
}

/** What a download may be at its slowest, and how long it may be silent. */
const downloadPace: Pace = { idleMs: seconds(30), slowestBytesPerMs: 5 };

/** What one exchange is made with besides the options. */
export interface Ways extends Means {
  closing: AbortSignal;
  /** Every status is an answer, and nothing is sent twice. */
  isOnce?: boolean | undefined;
  /** Whether what was taken of a reply can be taken again from its start. */
  canRestart?: (() => boolean) | undefined;
}

/** A reply, and the rest of its deadline, which bounds the decoding. */
export interface Exchanged extends Reply {
  leftMs: number;
}

/**
 * Send a call under the governor until it is answered, is refused for good, or may not be sent again. Answers with any
 * success. Fails: as `failures.ts` says; `throttled` with `retryAtMs` when the platform asks for a longer pause than the governor waits.
 */
export async function exchange(
  call: Call,
  kind: Need['kind'],
  ways: Ways,
  options: ExchangeOptions,
  signal?: AbortSignal,
): Promise<Exchanged> {
  const { governor, clock, log } = options;
  const most = ways.isOnce === true ? 1 : (options.attempts ?? mostAttempts);
  const signals = signal === undefined ? [ways.closing] : [ways.closing, signal];
  const { onHeld } = call;
  const need: Need = { kind, claims: call.claims, endpoint: call.endpoint.name, service: serviceOf(call), onHeld };
  const { held, onMissed } = call.writing ?? {};
  const waiting = AbortSignal.any(held === undefined ? signals : [...signals, held]);
  const notOut = (thrown: unknown): unknown =>
    held?.aborted === true && !signals.some(({ aborted }) => aborted) ? (last ?? thrown) : thrown;
  let mayHaveHappened = false;
  let last: Failure | null = null;
  for (let count = 1; ; count += 1) {
    await options.ready?.(waiting).catch((thrown: unknown) => {
      throw notOut(thrown);
    });
    const pass = await governor.enter(need, waiting).catch((thrown: unknown) => {
      throw notOut(thrown);
    });
    tellLeaving(call, pass, options, last);
    const at = clock.now();
    const startedAt = performance.now();
    const deadlineMs = deadlineOf(call, options);
    const deadline = new Deadline(deadlineMs, signals, kind === 'download' ? downloadPace : undefined);
    const tried = await withSize(attempt(call, ways, deadline), call, pass, options).finally(() => {
      deadline.end();
      pass.leave();
    });
    const secrets = ways.token === null ? call.secrets : [...call.secrets, ways.token];
    const failure = failureOf(tried, call, secrets, ways);
    // No slot is held while this waits for the next attempt
    if (failure !== null) ways.place.give();
    const wait = learn(tried, need, pass, options);
    const ms = performance.now() - startedAt;
    options.onAttempt({
      at,
      ms,
      attempt: count,
      ...factsOf(tried, call, secrets),
      failure,
      ...governorFacts(governor),
    });
    if ('reply' in tried) {
      const isGone = tried.reply.status === 404 && call.endpoint.method === 'DELETE' && mayHaveHappened;
      if (failure === null || isGone) return { ...tried.reply, leftMs: Math.max(0, deadlineMs - ms) };
    }
    if (failure === null) throw new Failure('bug', 'neither reply nor failure');
    const didNothing = !tried.wasSent || (failure.status === 429 && failure.reason !== 'other-limit');
    if (didNothing && !mayHaveHappened) onMissed?.(failure);
    const isTooLong = wait.untilMs !== null && wait.untilMs - clock.now() > governor.patienceMs(need);
    if (isTooLong) throw until(failure, wait);
    if (count >= most || !mayRepeat(call.endpoint, { ...tried, failure }) || ways.canRestart?.() === false) {
      throw until(failure, wait);
    }
    mayHaveHappened ||= !didNothing;
    last = failure;
    log.info('api.repeat', {
      endpoint: call.endpoint.name,
      attempt: count,
      status: failure.status,
      reason: failure.reason,
    });
    // A pause is waited for at the gate, together with everybody else
    if (wait.untilMs !== null) continue;
    await clock.sleep(jitterMs(count), waiting).catch((thrown: unknown) => {
      throw notOut(thrown);
    });
  }
}

/** What is not let out once more has ended as it did the last time. */
function tellLeaving(call: Call, pass: Pass, options: ExchangeOptions, last: Failure | null): void {
  try {
    call.writing?.onLeave?.(deadlineOf(call, options));
  } catch (thrown) {
    pass.leave();
    throw last ?? thrown;
  }
}

function deadlineOf({ body }: Call, { deadlineMs = seconds(60) }: ExchangeOptions): number {
  return deadlineMs + Math.ceil((body?.sizeBytes ?? 0) / slowestBytesPerMs);
}

function failureOf(tried: Tried, { endpoint }: Call, secrets: readonly string[], ways: Ways): Failure | null {
  if ('failure' in tried) return tried.failure;
  const { status, headers, bytes, isOwn } = tried.reply;
  if (ways.isOnce === true || (status >= 200 && status < 300)) return null;
  return statusFailure({
    what: `${endpoint.method} ${endpoint.path}`,
    status,
    headers,
    body: new TextDecoder().decode(bytes),
    hasToken: ways.token !== null,
    isForeign: !isOwn,
    missing: endpoint.missing,
    isExternal: endpoint.isExternal,
    dialect: ways.dialect,
    secrets,
  });
}

/**
 * What names the other service that the platform asks for this call, and the account there, without telling it: the limit
 * of one account is nothing to another.
 */
function serviceOf({ endpoint, secrets }: Call): string | undefined {
  if (endpoint.isExternal !== true) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([endpoint.name, ...secrets]))
    .digest('hex');
}

/** Report the size of the file before `pass.leave()`, so that it is known when the next read of this file may start. */
async function withSize(trying: Promise<Tried>, call: Call, pass: Pass, options: ExchangeOptions): Promise<Tried> {
  const tried = await trying;
  measure(tried, call, pass, options);
  return tried;
}

/**
 * Report the size of the file in a reply to the governor. If the reply was too large to read, the file counts as large.
 */
function measure(tried: Tried, { endpoint, values, claims }: Call, pass: Pass, { governor }: ExchangeOptions): void {
  if ('failure' in tried) {
    const claim = claims.find(({ name }) => name === 'large-blob');
    const isTooLarge = tried.failure.reason === 'too-large';
    if (isTooLarge && claim !== undefined) governor.measured(claim, Number.POSITIVE_INFINITY, pass);
    return;
  }
  const measured = measuredIn(endpoint, values, tried.reply);
  if (measured !== null) governor.measured(measured.claim, measured.sizeBytes, claims.length > 0 ? pass : null);
}

interface Wait {
  /** Epoch milliseconds until which the platform asks for a pause; null: it asks for none. */
  untilMs: number | null;
  isOfEndpoint?: boolean;
}

/**
 * Report the outcome to the governor, and what a rate limit covers: another service, one endpoint, or the whole
 * instance.
 */
function learn(tried: Tried, { service, endpoint = '' }: Need, pass: Pass, { governor, clock }: ExchangeOptions): Wait {
  if ('failure' in tried) return { untilMs: null };
  const { status, headers, bytes, roundTripMs } = tried.reply;
  const hintMs = status < 300 ? null : retryAfterMs(headers['retry-after'], clock.now());
  const isOfEndpoint = status === 429 && service === undefined && isEndpointLimit(new TextDecoder().decode(bytes));
  if (status === 429 && service === undefined && !isOfEndpoint) {
    return { untilMs: governor.refused(headers, hintMs, pass) };
  }
  governor.answered(headers, roundTripMs);
  if (isOfEndpoint) return { untilMs: governor.refusedFor(endpoint, hintMs, pass), isOfEndpoint };
  governor.servedFor(endpoint);
  if (status === 429 && service !== undefined) return { untilMs: governor.refusedBy(service, hintMs, pass) };
  if (service !== undefined) governor.servedBy(service);
  return { untilMs: hintMs === null || status < 500 ? null : governor.pause(hintMs) };
}

/** The failure with the earliest time of a retry. */
function until(failure: Failure, { untilMs, isOfEndpoint }: Wait): Failure {
  if (untilMs === null) return failure;
  const { message, status, said, requestId } = failure;
  const reason = isOfEndpoint === true ? 'endpoint-limit' : failure.reason;
  return new Failure('throttled', message, { reason, status, said, requestId, retryAtMs: untilMs });
}

function governorFacts({ budget, heldUntil }: Governor): Pick<Attempt, 'budget' | 'heldUntil'> {
  return { budget, heldUntil };
}

function factsOf(
  tried: Tried,
  { endpoint, shown }: Call,
  secrets: readonly string[],
): Pick<Attempt, 'method' | 'path' | 'status' | 'bytes' | 'requestId'> {
  const about = { method: endpoint.method, path: shown };
  if ('failure' in tried) return { ...about, status: null, bytes: 0, requestId: null };
  const { status, wireBytes, headers } = tried.reply;
  return { ...about, status, bytes: wireBytes, requestId: requestIdIn(headers, secrets) ?? null };
}
