import type { WatchChecks } from '#shared/contract/watches.ts';
import { minutes, seconds } from '#shared/time.ts';

/** The history covers this time. It is kept in memory only. */
export const historyMs = minutes(60);
/** Checks of one kind with the same outcome that end within this time are one entry. */
const joinedMs = seconds(15);

/** The checks of the last 60 minutes of one profile, oldest first. */
export interface WatchHistory {
  add(check: Omit<WatchChecks, 'checks'>): void;
  all(now: number): WatchChecks[];
}

export function watchHistory(): WatchHistory {
  let entries: WatchChecks[] = [];
  const prune = (now: number): void => {
    // A clock that was set back leaves entries in the future
    const isCurrent = ({ endedAt }: WatchChecks): boolean => endedAt >= now - historyMs && endedAt <= now + joinedMs;
    if (!entries.every(isCurrent)) entries = entries.filter(isCurrent);
  };
  return {
    add(check) {
      prune(check.endedAt);
      const same = entries.findLast(
        (one) => one.kind === check.kind && one.isFast === check.isFast && one.outcome === check.outcome,
      );
      if (same !== undefined && check.endedAt - same.startedAt < joinedMs) {
        same.endedAt = Math.max(same.endedAt, check.endedAt);
        same.checks += 1;
      } else entries.push({ ...check, checks: 1 });
    },
    all(now) {
      prune(now);
      return entries.map((one) => ({ ...one }));
    },
  };
}
