import type { Freshness } from '#shared/contract/watches.ts';
import { checkTimes as words } from '#shared/text/en/check-times.ts';

/** The oldest rows of a list, if they are older than twice their interval. */
export interface StaleRows {
  syncedAt: number;
  everyMs: number;
}

export function staleOf(freshness: Freshness | null, now: number): StaleRows | null {
  const { syncedAt = null, staleAt = null, everyMs = null } = freshness ?? {};
  return staleAt === null || syncedAt === null || everyMs === null || now <= staleAt ? null : { syncedAt, everyMs };
}

/** How many places of a list were synced; null: all of them, or it has only one. */
export function uncheckedNote(freshness: Freshness | null): string | null {
  if (freshness === null || (freshness.off === 0 && (freshness.places < 2 || freshness.checked >= freshness.places)))
    return null;
  return words.checked(freshness);
}
