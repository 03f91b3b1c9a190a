import { hours, minutes, seconds } from '#shared/time.ts';
import type { Budget } from '../../types.ts';

/** Assumed length of a rate limit window if the platform doesn't report its end. */
const assumedWindowMs = seconds(60);
/** The longest time that a reported limit holds requests back. Then one is sent, and its reply reports the limit again. */
const longestHoldMs = minutes(10);
/** `ratelimit-reset` below this value is in seconds from now, otherwise in epoch seconds. Both are in use. */
const firstEpochSeconds = 1_000_000_000;

/** A reported budget; `until`: epoch milliseconds at which it is out of date. */
export interface BudgetWindow extends Budget {
  until: number;
}

type Headers = Readonly<Record<string, string>>;

/** The budget in the headers of a reply; null if they are missing or implausible. None of them is documented. */
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

/** The newer of two budgets. Replies can overtake each other, so within one window the smaller remainder is newer. */
export function newerBudget(before: BudgetWindow | null, reported: BudgetWindow, now: number): BudgetWindow {
  const isSameWindow = before !== null && before.until > now && Math.abs(before.until - reported.until) < seconds(2);
  return isSameWindow && before.remaining < reported.remaining ? before : reported;
}

function numberIn(headers: Headers, name: string): number | null {
  const digits = /^\s*(\d{1,13})(?!\d)/.exec(headers[name] ?? headers[`x-${name}`] ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
