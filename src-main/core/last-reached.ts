import type { StateTables } from '#main/services/state-tables.ts';
import type { Connection } from '#shared/contract/host.ts';
import { minutes } from '#shared/time.ts';

/**
 * Stores the time of the last successful request of each profile, so that the next start knows it: at most once a minute
 * while the platform replies, and at once when it goes offline.
 */
export function lastReached(profiles: StateTables['profiles']) {
  /** The stored times, by profile. */
  const stored = new Map<string, number>();
  return (profileId: string, { state, lastSuccessAt }: Connection): void => {
    const known = stored.get(profileId) ?? profiles.reachedAt(profileId) ?? 0;
    stored.set(profileId, known);
    if (lastSuccessAt === null || lastSuccessAt <= known) return;
    if (state !== 'offline' && lastSuccessAt - known < minutes(1)) return;
    profiles.setReachedAt(profileId, lastSuccessAt);
    stored.set(profileId, lastSuccessAt);
  };
}
