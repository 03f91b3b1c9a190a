import type { Freshness } from '#shared/contract/watches.ts';
import { hours, minutes, seconds } from '#shared/time.ts';
import { ago, count, duration } from './moments.ts';

/** Words about the times of checks, which every page shows. */
export const checkTimes = {
  /** The time of the next check. */
  next: (atMs: number, nowMs: number) => {
    const isAtNight = new Date(atMs).getHours() < 6 && atMs > nowMs + hours(1) && atMs < nowMs + hours(24);
    return isAtNight ? 'tonight' : atMs <= nowMs + seconds(1) ? 'now' : ago(atMs, nowMs);
  },
  /** Not all places of a list were synced. */
  checked: ({ checked, places, off, kind }: Freshness) =>
    `${count(checked)} of ${count(places)} ${kind} checked${off === 0 ? '' : `, ${count(off)} more switched off`}`,
  stale: (ms: number) => `Older than twice its interval of ${interval(ms)}`,
};
/** "5 s", "15 min", "6 h", "1 d". */
export function interval(ms: number): string {
  if (ms < minutes(1)) return `${Math.max(1, Math.round(ms / seconds(1)))} s`;
  if (ms >= hours(24)) return `${Math.round(ms / hours(24))} d`;
  return duration(ms);
}
