import { isLasting, isRefusedForNow, type Failure } from '#shared/errors.ts';
import { isFast, type Followed, type LiveWatch } from './followed.ts';

/** Checks of one profile that run at the same time. */
const wide = 4;
/** While watches are under way, every third check is of a slow one. */
const slowTurns = 3;

/** Whether watches of a profile may be checked: all of them, only those that always run, or none. */
export type Allowed = 'all' | 'always' | 'none';

/** A watch, and when it may be checked. */
export interface Due {
  one: Followed;
  watch: LiveWatch;
  at: number;
}

/** When a watch may be checked. */
export const dueAt = ({ heldUntil }: Followed, { nextAt, pausedUntil }: LiveWatch): number =>
  Math.max(nextAt, pausedUntil ?? 0, heldUntil);

/**
 * The watch of a profile that is checked next; null: none before something changes. Of those that are due, the ones
 * with something under way come first, and of these the one that waited longest.
 */
export function nextDue(one: Followed, allowed: Allowed, now: number): Due | null {
  if (one.running.size >= wide || allowed === 'none') return null;
  let fast: Due | null = null;
  let slow: Due | null = null;
  for (const watch of one.all.values()) {
    // A watch that a person started runs even if others may not
    const isAllowed = allowed === 'all' || watch.kindOf.isAlways === true || watch.nextAt === 0;
    if (watch.isRunning || !isAllowed) continue;
    const at = dueAt(one, watch);
    const due = { one, watch, at };
    if (isFast(one, watch)) fast = earlier(fast, due);
    else slow = earlier(slow, due);
  }
  if (fast === null || slow === null) return fast ?? slow;
  if (fast.at > now || slow.at > now) return earlier(fast, slow);
  return one.turns % slowTurns === 0 ? slow : fast;
}

export function earlier(a: Due | null, b: Due): Due {
  if (a === null || b.at < a.at) return b;
  return b.at === a.at && b.watch.nextAt < a.watch.nextAt ? b : a;
}

/** Whether all watches of a profile wait after this failure, until its platform answers or accepts the token. */
export const isWaiting = (failure: Failure): boolean =>
  (failure.code === 'offline' && !isLasting(failure)) ||
  failure.reason === 'token-elsewhere' ||
  isRefusedForNow(failure);
