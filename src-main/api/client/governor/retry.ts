import { hours, seconds } from '#shared/time.ts';
import type { Failure } from '#shared/errors.ts';
import type { Endpoint } from '../../types.ts';

/** The longest pause that a write waits for. For a longer one it fails, with the end of the pause. */
export const longestWaitMs = seconds(120);

/** The longest pause that a read waits for. If the pause is longer, the read fails at once, so that the user sees why. */
export const longestReadWaitMs = seconds(30);

/** The longest pause that is not reported to `onHeld`. */
export const briefWaitMs = seconds(10);

/** Longer `Retry-After` values are cut to this. */
const longestHintMs = hours(1);

/** Maximum number of attempts of one request, including the first. */
export const mostAttempts = 5;

const temporary = [408, 500, 502, 503, 504];
const socketReasons = ['connection-refused', 'connection-lost', 'timed-out', 'proxy', 'dead-redirect'];

/** How an attempt ended without success; see `AttemptResult`. */
export interface FailedAttempt {
  failure: Failure;
  wasSent: boolean;
  isAborted: boolean;
}

/**
 * Whether a failed request may be sent again: with `same` after a temporary status or a broken connection; with `never`
 * only if the platform certainly did nothing, that is after its own 429 or if no byte was sent. After a timeout it is not
 * repeated, and neither after a 429 of an external service.
 * Decision: build/decisions/0012-only-the-platforms-own-429-means-nothing-happened.md
 */
export function mayRepeat(
  { repeat, isExternal }: Pick<Endpoint, 'repeat' | 'isExternal'>,
  { failure, wasSent, isAborted }: FailedAttempt,
): boolean {
  const { status, reason } = failure;
  if (status === 429) return isExternal !== true && (repeat === 'same' || reason !== 'other-limit');
  if (status !== undefined) return repeat === 'same' && temporary.includes(status);
  if (isAborted || !socketReasons.includes(reason ?? '')) return false;
  return repeat === 'same' || !wasSent;
}

/** Full jitter under a ceiling that doubles from 0.5 to 30 s. `attempt` counts from 1. */
export function jitterMs(attempt: number): number {
  return Math.random() * Math.min(seconds(30), seconds(0.5) * 2 ** (attempt - 1));
}

/**
 * The pause that `Retry-After` asks for, at most an hour: seconds or an HTTP date; null when the header cannot be used.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Math.min(longestHintMs, seconds(Number(text)));
  const at = /^[A-Za-z]{3,9}, /.test(text) ? Date.parse(text) : Number.NaN;
  return at > now ? Math.min(longestHintMs, at - now) : null;
}
