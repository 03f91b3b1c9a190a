import { hours, minutes, seconds } from '#shared/time.ts';
import type { Budget } from '../../types.ts';

/** Where no end of a window is told, it is taken to be a minute. */
const assumedWindowMs = seconds(60);
/** Longest time that a reported rate limit holds requests back; then one is sent, and its reply reports the limit again. */
const longestHoldMs = minutes(10);
/** Values below are seconds from now, above they are epoch seconds: both are in use. */
const firstEpochSeconds = 1_000_000_000;

/** A told budget with the moment at which it is out of date. */
export interface BudgetWindow extends Budget {
  until: number;
}

type Headers = Readonly<Record<string, string>>;

/** What the rate headers of a reply tell, or null where they are absent or make no sense. None is documented. */
export function budgetIn(headers: Headers, now: number): BudgetWindow | null {
  const limit = numberIn(headers, 'ratelimit-limit');
  const remaining = numberIn(headers, 'ratelimit-remaining');
  if (limit === null || remaining === null || limit < 1) return null;
  const reset = numberIn(headers, 'ratelimit-reset');
  const resetAt = reset === null ? null : reset >= firstEpochSeconds ? seconds(reset) : now + seconds(reset);
  const isSensible = resetAt !== null && resetAt > now - hours(1) && resetAt < now + hours(25);
  return {
    limit,
    remaining: Math.min(remaining, limit),
    resetAt: isSensible ? resetAt : null,
    until: Math.min(isSensible ? resetAt : now + assumedWindowMs, now + longestHoldMs),
  };
}

/** The newer of two: replies overtake each other, so within one window the smaller rest is the later word. */
export function newerBudget(before: BudgetWindow | null, told: BudgetWindow, now: number): BudgetWindow {
  const isSameWindow = before !== null && before.until > now && Math.abs(before.until - told.until) < seconds(2);
  return isSameWindow && before.remaining < told.remaining ? before : told;
}

function numberIn(headers: Headers, name: string): number | null {
  const digits = /^\s*(\d{1,13})(?!\d)/.exec(headers[name] ?? headers[`x-${name}`] ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
