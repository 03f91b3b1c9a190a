import { z } from 'zod';
import { apiPath } from '#main/api/client/wire/address.ts';
import { dialects, suggestedDialectOf, type DialectName } from '#main/api/client/wire/dialect.ts';
import { statusFailure } from '#main/api/client/wire/failures.ts';
import { longestWaitMs, retryAfterMs } from '#main/api/client/governor/retry.ts';
import { runners } from '#main/api/endpoints/runners.ts';
import type { RawAnswer, Send } from '#main/api/types.ts';
import { Failure } from '#shared/errors.ts';
import { mostPageRows, fromUntrusted } from '#shared/untrusted-json.ts';

/** A list that every instance refuses without a token, even an instance with public lists. */
export const probedEndpoint = runners.list;
/** Fields that only a list of runners has. Stricter than what is needed to show a runner. */
const Rows = z.array(z.looseObject({ id: z.number(), runner_type: z.string(), status: z.string() })).min(1);

/** Headers that this API sends and other servers rarely do. */
const platformHeader = /^(ratelimit-|x-service-|x-gitlab-)/;
/** Statuses that do not show which server answered. */
const isInconclusive = (status: number): boolean => [407, 408, 429].includes(status) || status >= 500;

/**
 * Check whether this API answers at `url`, by a request without the token. The usual reply is a refusal as documented:
 * JSON with a message that begins with the status (document 1, Errors). If the message is different, rate-limit or
 * service headers are enough. Returns the dialect that the headers suggest; null: none, or that of `bare`.
 * Fails: `remote` with `not-json`, `not-this-api` or `foreign-redirect`; otherwise like any request.
 */
export async function recognize(
  bare: Send,
  url: string,
  now: () => number,
  signal: AbortSignal,
): Promise<DialectName | null> {
  const answer = await bare.raw(probedEndpoint, { query: { per_page: 1 } }, signal);
  const body = new TextDecoder().decode(answer.body);
  if (answer.origin !== new URL(url).origin) {
    const message = `${new URL(url).origin} → ${answer.origin}`;
    throw new Failure('remote', 'the API is at another address', {
      reason: 'foreign-redirect',
      reportedMessage: message,
    });
  }
  if (isInconclusive(answer.status)) throw inconclusive(answer, body, now());
  if (isPlatformRefusal(answer, body) || isPlatformList(answer, body)) return suggestedDialectOf(answer.headers);
  const failure = refusalOf(answer, body);
  if (String(answer.headers['content-type']).includes('html') && failure.reason === 'not-json') throw failure;
  const { status, reportedMessage } = failure;
  throw new Failure('remote', `no ${apiPath} at this address`, { reason: 'not-this-api', status, reportedMessage });
}

function isPlatformRefusal({ status, headers }: RawAnswer, body: string): boolean {
  const refusal = parsed(body);
  if (status < 400 || typeof refusal !== 'object' || refusal === null) return false;
  const { message, error } = refusal as { message?: unknown; error?: unknown };
  const words = message ?? error;
  if (typeof words === 'string' && words.startsWith(`${status} `)) return true;
  return words !== undefined && Object.keys(headers).some((name) => platformHeader.test(name));
}

function isPlatformList({ status }: RawAnswer, body: string): boolean {
  return status < 300 && Rows.safeParse(parsed(body)).success;
}

function inconclusive(answer: RawAnswer, body: string, now: number): Failure {
  const failure = refusalOf(answer, body);
  const waitMs = retryAfterMs(answer.headers['retry-after'], now);
  if (failure.code !== 'throttled' || waitMs === null || waitMs <= longestWaitMs) return failure;
  const { message, status, reportedMessage, requestId } = failure;
  return new Failure('throttled', message, { status, reportedMessage, requestId, retryAtMs: now + waitMs });
}

function refusalOf({ status, headers }: RawAnswer, body: string): Failure {
  const what = `${probedEndpoint.method} ${probedEndpoint.path}`;
  return statusFailure({ what, status, headers, body, hasToken: false, dialect: dialects.documented, secrets: [] });
}

const parsed = (body: string): unknown => fromUntrusted(body, mostPageRows);
