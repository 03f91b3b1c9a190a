import type { Clock } from '#main/ports.ts';
import type { MirrorPosition, mirrorMarks, PruningLimits } from '#main/state/mirror-marks.ts';
import { days, isYounger } from '#shared/time.ts';
import { mostUpdatesOfRecord } from './mirror-updates.ts';

interface Needs {
  marks: Pick<ReturnType<typeof mirrorMarks>, 'prune'>;
  clock: Clock;
}

/** Updates that are older than this are deleted, except the newest ones of a mirror. */
const longestMs = days(90);
/** Updates of a mirror that are stored at most, after a run. */
const mostOfMirror = 500;
const everyMs = days(1);
/** The limits of one transaction. It blocks the main thread. */
const batch = { mirrors: 50, rows: 1_000 };
const pauseMs = 50;

/** Deletes old updates of mirrors from the archive. */
export function mirrorPruning({ marks, clock }: Needs) {
  const prunedAt = new Map<string, number>();

  return {
    /**
     * Delete old updates of the mirrors of a profile, at most once a day and once after each start. Kept are the newest
     * 200 updates of each mirror, from which its bars, median, alarms and events are computed, and of the next 300 those
     * of the last 90 days. Fails: `aborted` between two batches; the next start continues.
     */
    async pruneDaily(profileId: string, signal: AbortSignal): Promise<void> {
      const now = clock.now();
      if (isYounger(prunedAt.get(profileId) ?? Number.NEGATIVE_INFINITY, everyMs, now)) return;
      prunedAt.set(profileId, now);
      const limits: PruningLimits = { always: mostUpdatesOfRecord, most: mostOfMirror, before: now - longestMs };
      let from: MirrorPosition | null = { scope: '', id: 0 };
      while (from !== null) {
        from = marks.prune(profileId, { from, limits, batch });
        if (from !== null) await clock.sleep(pauseMs, signal);
      }
    },
  };
}
