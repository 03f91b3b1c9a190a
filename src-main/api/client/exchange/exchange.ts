import { createHash } from 'node:crypto';
import type { Clock, Log } from '#main/ports.ts';
import { Failure, isTokenRejected, type Reason } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { attempt, type RequestContext, type Reply, type AttemptResult } from './attempt.ts';
import type { Call } from './call.ts';
import { Deadline, type Pace } from './deadline.ts';
import { requestIdIn, statusFailure } from '../wire/failures.ts';
import { isEndpointLimit } from '../wire/error-body.ts';
import type { Governor, PermitRequest, Permit } from '../governor/governor.ts';
import { measuredIn } from '../governor/limits.ts';
import { jitterMs, mayRepeat, mostAttempts, retryAfterMs } from '../governor/retry.ts';
import type { Attempt } from '../../types.ts';

/** The slowest accepted upload. The deadline of a request is extended by the time that its body takes at this speed. */
const slowestBytesPerMs = 50;

export interface ExchangeOptions {
  clock: Clock;
  log: Log;
  governor: Governor;
  onAttempt: (attempt: Attempt) => void;
  /** For one attempt, including redirects and the body; default 60 s. */
  deadlineMs?: number | undefined;
  /** Awaited before each attempt. It verifies that the server is the platform before a token is sent. */
  ready?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Maximum number of attempts; default 5. */
  attempts?: number | undefined;
  /** If it is absent, every 401 means that the token is rejected. */
  acceptance?: TokenAcceptance | undefined;
}

/** Tells what a 401 is about. */
export interface TokenAcceptance {
  /** The platform answered a request with the token successfully. */
  succeeded: () => void;
  /** The reason of a request that was answered with 401. `place`: its path. Does not fail. */
  reasonOf: (place: string, signal: AbortSignal) => Promise<Reason>;
}

const downloadPace: Pace = { idleMs: seconds(30), slowestBytesPerMs: 5 };

/** A reply, and the remaining time of its deadline, which also limits decoding. */
export interface ExchangeResult extends Reply {
  leftMs: number;
}

/**
 * Send a call under the governor, and repeat it until it succeeds or may not be repeated. Returns the reply of a success.
 * Fails: as `failures.ts` says; `throttled` with `retryAtMs` if the platform asks for a longer pause than the governor
 * waits.
 */
export async function exchange(
  call: Call,
  kind: PermitRequest['kind'],
  context: RequestContext,
  options: ExchangeOptions,
  signal?: AbortSignal,
): Promise<ExchangeResult> {
  const { governor, clock, log } = options;
  const most = context.isOnce === true ? 1 : (options.attempts ?? mostAttempts);
  const signals = signal === undefined ? [context.closing] : [context.closing, signal];
  const { onHeld } = call;
  const request: PermitRequest = {
    kind,
    claims: call.claims,
    endpoint: call.endpoint.name,
    service: serviceOf(call),
    onHeld,
  };
  const { held, onNoEffect } = call.writing ?? {};
  const waiting = AbortSignal.any(held === undefined ? signals : [...signals, held]);
  const notSentFailure = (thrown: unknown): unknown =>
    held?.aborted === true && !signals.some(({ aborted }) => aborted) ? (last ?? thrown) : thrown;
  let mayHaveHappened = false;
  let last: Failure | null = null;
  for (let count = 1; ; count += 1) {
    await options.ready?.(waiting).catch((thrown: unknown) => {
      throw notSentFailure(thrown);
    });
    const permit = await governor.acquire(request, waiting).catch((thrown: unknown) => {
      throw notSentFailure(thrown);
    });
    beforeSend(call, permit, options, last);
    const at = clock.now();
    const startedAt = performance.now();
    const deadlineMs = deadlineOf(call, options);
    const deadline = new Deadline(deadlineMs, signals, kind === 'download' ? downloadPace : undefined);
    const tried = await attempt(call, context, deadline)
      // Before the permit is released, because the next read of the file may start then
      .then((result) => measured(result, call, permit, options))
      .finally(() => {
        deadline.end();
        permit.release();
      });
    const secrets = context.token === null ? call.secrets : [...call.secrets, context.token];
    const ms = performance.now() - startedAt;
    const failure = await withTokenChecked(failureOf(tried, call, secrets, context), tried, call, options, waiting);
    // Release the slots while this request waits for its next attempt
    if (failure !== null) context.slots.release();
    const wait = reportOutcome(tried, request, permit, options);
    options.onAttempt({
      at,
      ms,
      attempt: count,
      ...factsOf(tried, call, secrets),
      failure,
      ...governorFacts(governor),
    });
    if ('reply' in tried) {
      const isAlreadyDeleted = tried.reply.status === 404 && call.endpoint.method === 'DELETE' && mayHaveHappened;
      if (failure === null || isAlreadyDeleted) return { ...tried.reply, leftMs: Math.max(0, deadlineMs - ms) };
    }
    if (failure === null) throw new Failure('bug', 'neither reply nor failure');
    const isLimit = failure.status === 429 && failure.reason !== 'other-limit';
    const didNothing = !tried.wasSent || isLimit || isTokenRejected(failure);
    if (didNothing && !mayHaveHappened) onNoEffect?.(failure);
    const isTooLong = wait.untilMs !== null && wait.untilMs - clock.now() > governor.maxWaitMs(request);
    if (isTooLong) throw until(failure, wait);
    if (count >= most || !mayRepeat(call.endpoint, { ...tried, failure }) || context.canRestart?.() === false) {
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
    // The governor waits for the end of the pause, together with all other requests
    if (wait.untilMs !== null) continue;
    await clock.sleep(jitterMs(count), waiting).catch((thrown: unknown) => {
      throw notSentFailure(thrown);
    });
  }
}

/** If `onBeforeSend` vetoes a repetition, rethrow the failure of the attempt before. */
function beforeSend(call: Call, permit: Permit, options: ExchangeOptions, last: Failure | null): void {
  try {
    call.writing?.onBeforeSend?.(deadlineOf(call, options));
  } catch (thrown) {
    permit.release();
    throw last ?? thrown;
  }
}

function deadlineOf({ body }: Call, { deadlineMs = seconds(60) }: ExchangeOptions): number {
  return deadlineMs + Math.ceil((body?.sizeBytes ?? 0) / slowestBytesPerMs);
}

function failureOf(
  tried: AttemptResult,
  { endpoint, hasJobToken }: Call,
  secrets: readonly string[],
  context: RequestContext,
): Failure | null {
  if ('failure' in tried) return tried.failure;
  const { status, headers, bytes, isOwn } = tried.reply;
  if (context.isOnce === true || (status >= 200 && status < 300)) return null;
  return statusFailure({
    what: `${endpoint.method} ${endpoint.path}`,
    status,
    headers,
    body: new TextDecoder().decode(bytes),
    hasToken: hasJobToken || context.token !== null,
    isForeign: !isOwn,
    isWrite: endpoint.method !== 'GET',
    missing: endpoint.missing,
    isExternal: hasJobToken || endpoint.isExternal,
    dialect: context.dialect,
    secrets,
  });
}

/** Note whether the token was accepted, and find out what a 401 is about. */
async function withTokenChecked(
  failure: Failure | null,
  tried: AttemptResult,
  { url, hasJobToken }: Call,
  { acceptance }: ExchangeOptions,
  signal: AbortSignal,
): Promise<Failure | null> {
  if (acceptance === undefined || !('reply' in tried)) return failure;
  const { status, headers, isOwn } = tried.reply;
  if (failure?.reason === 'token-rejected')
    return Failure.fromData({ ...failure.toData(), reason: await acceptance.reasonOf(url.pathname, signal) });
  const isHtml = (headers['content-type'] ?? '').includes('html');
  if (status < 300 && isOwn && !isHtml && !hasJobToken) acceptance.succeeded();
  return failure;
}

/**
 * A hash that identifies the external service of this call and the account there, because each account has its own limit.
 */
function serviceOf({ endpoint, secrets }: Call): string | undefined {
  if (endpoint.isExternal !== true) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([endpoint.name, ...secrets]))
    .digest('hex');
}

/**
 * Report the size of the file in a reply to the governor. If the reply was too large to read, the file counts as large.
 */
function measured(
  tried: AttemptResult,
  { endpoint, values, claims }: Call,
  permit: Permit,
  { governor }: ExchangeOptions,
): AttemptResult {
  if ('failure' in tried) {
    const claim = claims.find(({ name }) => name === 'large-blob');
    const isTooLarge = tried.failure.reason === 'too-large';
    if (isTooLarge && claim !== undefined) governor.measured(claim, Number.POSITIVE_INFINITY, permit);
    return tried;
  }
  const file = measuredIn(endpoint, values, tried.reply);
  if (file !== null) governor.measured(file.claim, file.sizeBytes, claims.length > 0 ? permit : null);
  return tried;
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
function reportOutcome(
  tried: AttemptResult,
  { service, endpoint = '' }: PermitRequest,
  permit: Permit,
  { governor, clock }: ExchangeOptions,
): Wait {
  if ('failure' in tried) return { untilMs: null };
  const { status, headers, bytes, roundTripMs } = tried.reply;
  const hintMs = status < 300 ? null : retryAfterMs(headers['retry-after'], clock.now());
  const isOfEndpoint = status === 429 && service === undefined && isEndpointLimit(new TextDecoder().decode(bytes));
  if (status === 429 && service === undefined && !isOfEndpoint) {
    return { untilMs: governor.refused(headers, hintMs, permit) };
  }
  governor.answered(headers, roundTripMs);
  if (isOfEndpoint) return { untilMs: governor.endpointRefused(endpoint, hintMs, permit), isOfEndpoint };
  governor.endpointAnswered(endpoint);
  if (status === 429 && service !== undefined) return { untilMs: governor.serviceRefused(service, hintMs, permit) };
  if (service !== undefined) governor.serviceAnswered(service);
  return { untilMs: hintMs === null || status < 500 ? null : governor.pause(hintMs) };
}

/** The failure with the earliest time of a retry. */
function until(failure: Failure, { untilMs, isOfEndpoint }: Wait): Failure {
  if (untilMs === null) return failure;
  const { message, status, reportedMessage, requestId } = failure;
  const reason = isOfEndpoint === true ? 'endpoint-limit' : failure.reason;
  return new Failure('throttled', message, { reason, status, reportedMessage, requestId, retryAtMs: untilMs });
}

function governorFacts({ budget, heldUntil }: Governor): Pick<Attempt, 'budget' | 'heldUntil'> {
  return { budget, heldUntil };
}

function factsOf(
  tried: AttemptResult,
  { endpoint, shown }: Call,
  secrets: readonly string[],
): Pick<Attempt, 'endpoint' | 'method' | 'path' | 'status' | 'bytes' | 'requestId'> {
  const about = { endpoint: endpoint.name, method: endpoint.method, path: shown };
  if ('failure' in tried) return { ...about, status: null, bytes: 0, requestId: null };
  const { status, wireBytes, headers } = tried.reply;
  return { ...about, status, bytes: wireBytes, requestId: requestIdIn(headers, secrets) ?? null };
}
